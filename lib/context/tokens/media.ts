/** A part of a message or an item of a result that carries a picture, in any shape in which one may be stored. */
export function isImage(part: { type: string }): boolean {
  if (part.type === "image" || part.type.startsWith("image-")) return true;
  const { mediaType } = part as { mediaType?: unknown };
  return typeof mediaType === "string" && (mediaType === "image" || mediaType.startsWith("image/"));
}

/** Bytes that a part carries, before encoding; 0 for an address, which costs the request nothing. */
export function sizeOfData(part: object): number {
  const { image, data, url } = part as { image?: unknown; data?: unknown; url?: unknown };
  return sizeOf(image ?? data ?? url);
}

function sizeOf(data: unknown): number {
  if (typeof data === "string") return encodedBytes(data);
  if (data instanceof URL) return encodedBytes(data.href);
  if (ArrayBuffer.isView(data) || data instanceof ArrayBuffer) return data.byteLength;
  if (typeof data === "object" && data !== null) return sizeOfData(data);
  return 0;
}

/** A string is base64, bare or in a data URL, unless it is another address. */
function encodedBytes(text: string): number {
  if (/^(?!data:)[a-z][a-z0-9+.-]*:\/\//i.test(text)) return 0;
  const encoded = text.startsWith("data:") ? text.length - text.indexOf(",") - 1 : text.length;
  return Math.floor((encoded * 3) / 4);
}
