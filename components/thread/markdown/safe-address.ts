/** Whether an image may be loaded: only what is in the text itself or comes from this server. An address elsewhere could carry data away. */
export function isLocalImage(address: string, origin: string): boolean {
  if (/^data:image\/(png|jpeg|gif|webp|avif);/i.test(address)) return true;
  try {
    const url = new URL(address, origin);
    return url.origin === origin;
  } catch {
    return false;
  }
}

/** Whether an address leads out of the app. A path of the workspace is no page here, so it is shown and not linked. */
export function isOutsideLink(address: string | undefined): address is string {
  return address !== undefined && /^(https?:\/\/|mailto:)/i.test(address);
}
