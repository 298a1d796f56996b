export { isAside } from "./branches.ts";
export type * from "./ledger-types.ts";
export { openStore, type StoreOptions } from "./open-store.ts";
export type * from "./rows.ts";
export { INLINE_BYTES } from "./rows.ts";
export type * from "./run-types.ts";
export type * from "./store.ts";
export { ConflictError, StoreError, type StoreErrorCode } from "./store-error.ts";
export type * from "./views.ts";
