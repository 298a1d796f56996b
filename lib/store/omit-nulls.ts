/** A database record with its nulls left out: the database says null where the rest of the house says absent. */
export type WithoutNulls<Source> = {
  [Key in keyof Source as null extends Source[Key] ? never : Key]: Source[Key];
} & {
  [Key in keyof Source as null extends Source[Key] ? Key : never]?: NonNullable<Source[Key]>;
};

export function omitNulls<Source extends object>(source: Source): WithoutNulls<Source> {
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value !== null)) as WithoutNulls<Source>;
}
