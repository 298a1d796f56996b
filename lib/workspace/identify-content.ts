import { fileTypeFromBuffer } from "file-type";
import { isBinaryFile } from "isbinaryfile";
import type { TextEncoding } from "./text-encoding.ts";

/** How many bytes from the start of a file are enough to tell what it is. */
export const HEAD_BYTES = 4100;

export type ContentKind =
  | { kind: "text"; encoding: TextEncoding; markBytes: number }
  | { kind: "binary"; mediaType: string; description: string };

/** Tells text from binary by content, never by name: a picture named `a.txt` is a picture. */
export async function identifyContent(head: Uint8Array): Promise<ContentKind> {
  const marked = readByteOrderMark(head);
  if (marked !== undefined) return marked;
  if (startsWith(head, [0x25, 0x50, 0x44, 0x46, 0x2d])) {
    return { kind: "binary", mediaType: "application/pdf", description: "a PDF document" };
  }
  const wide = guessWideEncoding(head);
  if (wide !== undefined) return { kind: "text", encoding: wide, markBytes: 0 };
  if (!head.includes(0) && isUtf8(head)) return { kind: "text", encoding: "utf-8", markBytes: 0 };
  const type = await detectType(head);
  if (type !== undefined) {
    return { kind: "binary", mediaType: type.mime, description: `a binary file (${type.ext}, ${type.mime})` };
  }
  if (head.includes(0) || (await isBinaryFile(Buffer.from(head)))) {
    return { kind: "binary", mediaType: "application/octet-stream", description: "a binary file of unknown type" };
  }
  return { kind: "text", encoding: "utf-8", markBytes: 0 };
}

function readByteOrderMark(head: Uint8Array): ContentKind | undefined {
  if (startsWith(head, [0xef, 0xbb, 0xbf])) return { kind: "text", encoding: "utf-8", markBytes: 3 };
  if (startsWith(head, [0xff, 0xfe, 0, 0])) {
    return { kind: "binary", mediaType: "application/octet-stream", description: "a text in UTF-32" };
  }
  if (startsWith(head, [0xff, 0xfe])) return { kind: "text", encoding: "utf-16le", markBytes: 2 };
  if (startsWith(head, [0xfe, 0xff])) return { kind: "text", encoding: "utf-16be", markBytes: 2 };
  return undefined;
}

/** UTF-16 without a mark: much of one half of the byte pairs is zero, and hardly any of the other. */
function guessWideEncoding(head: Uint8Array): TextEncoding | undefined {
  const pairs = Math.floor(head.length / 2);
  if (pairs < 2) return undefined;
  let even = 0;
  let odd = 0;
  for (let index = 0; index < pairs * 2; index += 2) {
    if (head[index] === 0) even += 1;
    if (head[index + 1] === 0) odd += 1;
  }
  if (odd > pairs * 0.6 && even < pairs * 0.01) return isWideText(head, "utf-16le") ? "utf-16le" : undefined;
  if (even > pairs * 0.6 && odd < pairs * 0.01) return isWideText(head, "utf-16be") ? "utf-16be" : undefined;
  return undefined;
}

function isWideText(head: Uint8Array, encoding: TextEncoding): boolean {
  const text = new TextDecoder(encoding).decode(head.subarray(0, head.length - (head.length % 2)));
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 9 || (unit > 13 && unit < 32) || unit === 0xfffd) return false;
  }
  return true;
}

function isUtf8(head: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

async function detectType(head: Uint8Array): Promise<{ ext: string; mime: string } | undefined> {
  try {
    return await fileTypeFromBuffer(head);
  } catch {
    return undefined;
  }
}

function startsWith(head: Uint8Array, signature: number[]): boolean {
  return signature.every((byte, index) => head[index] === byte);
}
