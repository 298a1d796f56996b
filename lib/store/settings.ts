import type { Database } from "./database.ts";
import type { Settings } from "./store.ts";

/** One person uses the app; the column is there for more. */
const PERSON = "local";

export function openSettings({ read, write }: Database): Settings {
  return {
    get: (key) =>
      read(async ({ setting }) => {
        const record = await setting.findUnique({ where: { personId_key: { personId: PERSON, key } } });
        return record ? JSON.parse(record.value) : undefined;
      }),

    put: (key, value) =>
      write(async ({ setting }) => {
        const json = JSON.stringify(value);
        await setting.upsert({
          where: { personId_key: { personId: PERSON, key } },
          create: { personId: PERSON, key, value: json },
          update: { value: json },
        });
      }),
  };
}
