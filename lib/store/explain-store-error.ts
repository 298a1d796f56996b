import type { StoreError } from "./store-error.ts";

/** What happened and what to do about it, in words for a person. English; screens may choose their own words by the code. */
export function explainStoreError({ code, message }: StoreError): string {
  switch (code) {
    case "disk-full":
      return "The disk that holds Longhand's data is full. Nothing was changed: free some space, then try again.";
    case "read-only":
      return `Longhand cannot write to its data folder (${message}). Nothing was changed: make the folder writable, then try again.`;
    case "corrupt":
      return `A part of the stored data is damaged and cannot be read (${message}). Nothing was changed. "npm run verify" shows what is damaged, "npm run restore" brings a backup back.`;
    case "locked":
      return "Another program holds Longhand's database. Nothing was changed: try again in a moment.";
    case "database":
    case "conflict":
      return "The database could not be used just now. Nothing was changed; try again.";
    case "missing":
    case "newer":
    case "in-use":
    case "unsound":
      return message;
  }
}
