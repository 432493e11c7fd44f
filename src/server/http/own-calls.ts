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

const PARAMETER = /:(\w+)/gu;

export const createOwnCalls = (): OwnCalls => {
  const calls: { pattern: RegExp; names: string[]; answers: Answers }[] = [];
  return {
    add(path, answers) {
      const names = [...path.matchAll(PARAMETER)].map(([, name = '']) => name);
      calls.push({ pattern: new RegExp(`^${path.replace(PARAMETER, '([^/]+)')}$`, 'u'), names, answers });
    },
    ask(address) {
      const [path = '', query = ''] = address.split('?', 2);
      for (const { pattern, names, answers } of calls) {
        const found = pattern.exec(path);
        if (!found) continue;
        const params = Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')]));
        return answers({ params, query: { ...parse(query) } });
      }
      return null;
    },
  };
};
