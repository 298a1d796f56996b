import { type ByteSource, openDiskSource, openSource } from "./byte-source.ts";
import { editText } from "./edit-text.ts";
import { HEAD_BYTES, identifyContent } from "./identify-content.ts";
import { fail, succeed } from "./outcome.ts";
import type { PathGate } from "./path-gate.ts";
import { refuseBinary } from "./read-file.ts";
import { holdFile, storeFile } from "./store-file.ts";
import { decodeStrictly, encodeText, type TextEncoding } from "./text-encoding.ts";
import type { Outcome, TextEdit } from "./types.ts";
import { refuseReadOnly } from "./write-file.ts";

/** A file is edited in memory, several copies at once. */
const MAX_EDIT_BYTES = 32 * 1024 * 1024;

type EditResult = Outcome<{ replaced: number; firstLine: number }>;

/** Edits a text file in its own encoding; byte order mark and line ends stay as they are. */
export async function editFile(gate: PathGate, path: string, edit: TextEdit): Promise<EditResult> {
  const gated = await gate(path);
  if (!gated.ok) return gated;
  const place = gated.value;
  if (place.kind === "disk") {
    return holdFile(place.realPath, () =>
      applyEdit({
        path: place.path,
        edit,
        open: () => openDiskSource(place.realPath, place.path),
        store: (_, bytes) => storeFile(place.realPath, bytes),
      }),
    );
  }
  const write = place.kind === "mount" ? place.mount.write?.bind(place.mount) : undefined;
  if (place.kind === "top" || write === undefined || place.name === "") return refuseReadOnly(place);
  return applyEdit({ path: place.path, edit, open: () => openSource(place), store: (text) => write(place.name, text) });
}

interface EditTask {
  path: string;
  edit: TextEdit;
  open(): Promise<Outcome<ByteSource>>;
  store(text: string, bytes: Buffer): Promise<void>;
}

async function applyEdit({ path, edit, open, store }: EditTask): Promise<EditResult> {
  const opened = await open();
  if (!opened.ok) return opened;
  const loaded = await loadText(opened.value, path).finally(() => opened.value.close());
  if (!loaded.ok) return loaded;
  const edited = editText(loaded.value.text, edit);
  if (!edited.ok) return { ...edited, reason: `${path}: ${edited.reason}` };
  const unchanged = await isUnchanged(opened.value, open);
  if (!unchanged) return fail("changed", `${path} was changed by something else meanwhile. Read it again, then edit.`);
  await store(edited.value.content, encodeText(edited.value.content, loaded.value.encoding));
  return succeed({ replaced: edited.value.replaced, firstLine: edited.value.firstLine });
}

async function loadText(source: ByteSource, path: string): Promise<Outcome<{ text: string; encoding: TextEncoding }>> {
  const content = await identifyContent(await source.read(0, Math.min(HEAD_BYTES, source.bytes)));
  if (content.kind === "binary") return refuseBinary(path, content.description, source.bytes);
  if (source.bytes > MAX_EDIT_BYTES) {
    return fail("too-large", `${path} has ${source.bytes} bytes, too many to edit at once. Use a command such as sed.`);
  }
  const text = decodeStrictly(await source.read(0, source.bytes), content.encoding);
  if (text === undefined) {
    return fail(
      "binary",
      `${path} is not valid ${content.encoding.toUpperCase()}, and an edit would damage it. Use a command.`,
    );
  }
  return succeed({ text, encoding: content.encoding });
}

async function isUnchanged(before: ByteSource, open: () => Promise<Outcome<ByteSource>>): Promise<boolean> {
  const opened = await open();
  if (!opened.ok) return false;
  await opened.value.close();
  return opened.value.bytes === before.bytes && opened.value.modifiedAt === before.modifiedAt;
}
