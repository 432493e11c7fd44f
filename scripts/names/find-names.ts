import { parseSync } from 'vite';
import { ALLOWED_NAMES, BANNED_WORDS } from './banned-words.ts';

/** Existing migrations never change. */
const LANDED = /^src\/server\/db\/migrations\//;
/** These files name the banned words themselves. */
const TABLE = /^(scripts\/names\/|test\/checks\/)/;

type Node = { type: string; name?: unknown; id?: object | null; params?: object[] };
/** Every identifier of a file, and those that it gives to something itself rather than taking them from a field. */
type Names = { all: Set<string>; given: Set<string> };

/** Finds banned words in a file's path and identifiers; one sentence each. */
export function findBannedNames({ file, source }: { file: string; source: string }): string[] {
  if (LANDED.test(file) || TABLE.test(file)) return [];
  const path = file.split('/').flatMap((part) => faultsOf(file, part.replace(/\..*$/, '')));
  const { all, given } = namesOf(file, source);
  const declared = [...all].flatMap((name) => (isAllowed(name) && !given.has(name) ? [] : faultsOf(file, name)));
  return [...path, ...declared].map((fault) => `${file}: ${fault}`);
}

const isAllowed = (name: string): boolean => Object.hasOwn(ALLOWED_NAMES, name);

function faultsOf(file: string, name: string): string[] {
  const words = toWords(name);
  return BANNED_WORDS.filter(({ pattern, within }) => pattern.test(words) && (within?.test(file) ?? true)).map(({ write }) => `${name} should say: ${write}`);
}

/** Splits `inHandPhotos`, `IN_HAND`, `in-hand` and `in_hand` into lowercase words. */
export function toWords(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/[_$-]+/g, ' ')
    .trim()
    .toLowerCase();
}

function namesOf(file: string, source: string): Names {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} can't be parsed: ${errors[0]?.message}`);
  const names: Names = { all: new Set(), given: new Set() };
  collect(program, names);
  return names;
}

function collect(node: object, names: Names): void {
  const { type, name, id, params } = node as Node;
  if ((type === 'Identifier' || type === 'JSXIdentifier' || type === 'PrivateIdentifier') && typeof name === 'string') names.all.add(name);
  for (const given of [id, ...(Array.isArray(params) ? params : [])]) {
    const { type: kind, name: own } = (given ?? {}) as Node;
    if (kind === 'Identifier' && typeof own === 'string') names.given.add(own);
  }
  for (const inner of Object.values(node)) {
    if (Array.isArray(inner)) for (const one of inner) typeof one === 'object' && one !== null && collect(one, names);
    else if (typeof inner === 'object' && inner !== null && !(inner instanceof RegExp)) collect(inner, names);
  }
}
