import type { StorageView } from "#lib/store/storage-types.ts";
import { requestJson } from "./request-json.ts";

export const fetchStorage = () => requestJson<StorageView>("/api/storage");
