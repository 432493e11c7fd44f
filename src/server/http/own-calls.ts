import { parse } from 'node:querystring';
import type { Scope } from './byte-cache.ts';

/** What the shop answers to itself: a reply as it is, before it becomes JSON. */
export type OwnReply = { reply: unknown; next: string | null; shows: readonly Scope[] | null };

type Raw = { params: Record<string, string>; query: Record<string, unknown> };
type Answers = (raw: Raw) => Promise<OwnReply>;

/** The calls that anybody may make, made without a request: a page is rendered with them. */
export type OwnCalls = {
  /** `path` as the contract writes it: `/products/:id`. */
  add(path: string, answers: Answers): void;
  /** Asks for an address below `/api`; null when no such call is there. Throws what the call throws. */
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

/** What stands at the names of a path such as `/products/:id`; null where another path was asked for. */
function paramsOf(parts: string[], asked: string[]): Record<string, string> | null {
  const fits = parts.length === asked.length && parts.every((part, at) => (part.startsWith(':') ? asked[at] !== '' : part === asked[at]));
  if (!fits) return null;
  return Object.fromEntries(parts.flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), decodeURIComponent(asked[at] ?? '')]] : [])));
}
