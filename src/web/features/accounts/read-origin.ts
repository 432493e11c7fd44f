/** Returns the shop path that the user came from; null when there is none, or the address was tampered with. */
export function readOrigin(search: string): string | null {
  const from = new URLSearchParams(search).get('from');
  // Browsers drop tabs and line breaks and read a backslash as a slash, so that `/\t/elsewhere` would leave the shop.
  if (!from?.startsWith('/') || /^\/[/\\]|[\p{Cc}\\]/u.test(from)) return null;
  return /^\/(login|signup)\b/u.test(from) ? null : from;
}
