import { FORMER_PATHS, renamePath } from '#contract/shared/former-paths.ts';

const API = '/api';
const NAMES = Object.entries(FORMER_PATHS);

/** The address to route a request by; former paths of calls become their present ones. */
export function toPresentUrl(url: string): string {
  if (!url.startsWith(`${API}/`)) return url;
  const renamed = renamePath(url.slice(API.length), NAMES);
  return renamed === null ? url : API + renamed;
}
