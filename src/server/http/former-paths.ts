import { FORMER_PATHS, renamePath } from '#contract/shared/former-paths.ts';

const API = '/api';
const NAMES = Object.entries(FORMER_PATHS);

/** The address a request is routed by: a call's former path leads to the call. */
export function toPresentUrl(url: string): string {
  if (!url.startsWith(`${API}/`)) return url;
  const renamed = renamePath(url.slice(API.length), NAMES);
  return renamed === null ? url : API + renamed;
}
