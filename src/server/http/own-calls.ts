import { parse } from 'node:querystring';
import type { Scope } from './byte-cache.ts';

/** A reply the shop makes to itself, before it becomes JSON. */
export type OwnReply = { reply: unknown; next: string | null; shows: readonly Scope[] | null };

type Raw = { params: Record<string, string>; query: Record<string, unknown> };
type Answers = (raw: Raw) => Promise<OwnReply>;

/** The public calls, made without a request, to render pages with. */
export type OwnCalls = {
  /** `path` as in the contract: `/products/:id`. */
  add(path: string, answers: Answers): void;
  /** Calls an address below `/api`; null when there is no such call. Throws what the call throws. */
  ask(address: string): Promise<OwnReply> | null;
};

export function createOwnCalls(): OwnCalls {
  const calls: { parts: string[]; answers: Answers }[] = [];
  return {
    add(path, answers) {
      calls.push({ parts: path.split('/'), answers });
    },
    ask(address) {
      const [path = '', query = ''] = address.split('?', 2);
      const asked = path.split('/');
      for (const { parts, answers } of calls) {
        const params = paramsOf(parts, asked);
        if (params) return answers({ params, query: { ...parse(query) } });
      }
      return null;
    },
  };
}

/** The parameters of a path pattern such as `/products/:id`; null when the path doesn't match. */
function paramsOf(parts: string[], asked: string[]): Record<string, string> | null {
  const fits = parts.length === asked.length && parts.every((part, at) => (part.startsWith(':') ? asked[at] !== '' : part === asked[at]));
  if (!fits) return null;
  return Object.fromEntries(parts.flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), decodeURIComponent(asked[at] ?? '')]] : [])));
}
