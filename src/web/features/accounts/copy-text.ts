/** Copies a text. Returns false where the browser doesn't allow it; on pages without HTTPS it has no clipboard at all. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
