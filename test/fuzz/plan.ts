import fc, { type Arbitrary } from 'fast-check';
import { SOUND } from './sound.ts';
import { hostile, hostileText, prototypeName, Ref, type Schema, valid } from './values.ts';
import { WHO, type Who } from './world.ts';

/** An operation of the OpenAPI document, or of the identity service. */
export type Operation = {
  method: string;
  /** With `{name}` for each parameter; below `/api`. */
  path: string;
  /** Null when the reply is not defined by the contract. */
  access: string | null;
  params: [string, Schema][];
  query: [name: string, schema: Schema, required: boolean][];
  body: { type: string; schema: Schema } | null;
};

type Parameter = { name: string; in: string; required: boolean; schema: Schema };
type Document = {
  paths: Record<string, Record<string, Described>>;
};
type Described = { 'x-access': string; deprecated?: boolean; parameters: Parameter[]; requestBody?: { content: Record<string, { schema: Schema }> } };

const text: Schema = { type: 'string' };

/** The identity service's own calls, which are not in the document. */
const IDENTITY: Operation[] = [
  other('POST', '/auth/sign-in/email', 'email', 'password'),
  other('POST', '/auth/sign-in/email', 'email', 'password', 'code'),
  other('POST', '/auth/sign-up/email', 'email', 'password', 'name'),
  other('POST', '/auth/request-password-reset', 'email', 'redirectTo'),
  other('POST', '/auth/reset-password', 'newPassword', 'token'),
  other('GET', '/auth/get-session'),
  other('GET', '/auth/reset-password/{token}', 'callbackURL'),
];

/** How the caller authenticates. Only `own` proves anything. */
export const PROOFS = ['own', 'none', 'unsigned', 'of another key', 'over', 'altered', 'a session', 'twice', 'nonsense'] as const;
export type Proof = (typeof PROOFS)[number];

export type Body =
  | { kind: 'none' }
  | { kind: 'json'; value: unknown }
  | { kind: 'text'; text: string; type: string }
  | { kind: 'bytes'; bytes: Uint8Array; type: string }
  | { kind: 'upload'; how: UploadFault; field: string };

const UPLOAD_FAULTS = ['none', 'truncated', 'no boundary', 'twice', 'not a picture', 'half a picture', 'only a field', 'empty', 'bad headers'] as const;
export type UploadFault = (typeof UPLOAD_FAULTS)[number];

/** A request before ids are filled in. */
export type Plan = {
  operation: Operation;
  who: Who;
  proof: Proof;
  params: Record<string, unknown>;
  query: [name: string, value: unknown][];
  body: Body;
  /** Whether it carries the card provider's signature. */
  isSigned: boolean;
};

/** One change to a value, at the place with this index. */
type Slip = { at: number; how: 'replace' | 'leave out' | 'wrap' | 'add'; what: unknown; name: string };

const slip: Arbitrary<Slip> = fc.record({
  at: fc.nat(60),
  how: fc.constantFrom('replace', 'replace', 'replace', 'leave out', 'wrap', 'add'),
  what: hostile,
  name: prototypeName,
});

const slips: Arbitrary<Slip[]> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Slip[]>([]) },
  { weight: 4, arbitrary: fc.array(slip, { minLength: 1, maxLength: 2 }) },
  { weight: 1, arbitrary: fc.array(slip, { minLength: 1, maxLength: 8 }) },
);

const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  'application/xml',
  '',
];

const rawText = fc.oneof(
  fc.constantFrom('', ' ', '{', '[]', 'null', '7', '"text"', '{"a":1,"a":2}', '{"__proto__":{"role":"admin"}}', '{"email":NaN}', '\ufeff{}', '{}{}', 'a=1&a=2'),
  fc.constantFrom(nested(30, ['[', ']']), nested(21, ['{"a":', '}']), nested(50_000, ['[', ']'])),
  fc.json(),
  hostileText,
);

/** Callers with permission come up more often than others. */
const MAY: Record<string, readonly Who[]> = {
  identity: ['newcomer'],
  'signed-in': ['buyer', 'rival', 'seller', 'competitor', 'admin'],
  customer: ['buyer', 'rival', 'seller', 'competitor'],
  seller: ['seller', 'competitor'],
  admin: ['admin'],
};

/** Leaves out former paths: they lead to calls that are listed with their present paths. */
export function operationsOf(document: object): Operation[] {
  return [
    ...Object.entries((document as Document).paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) => (operation.deprecated ? [] : toOperation(path, method, operation))),
    ),
    ...IDENTITY,
  ];
}

function toOperation(path: string, method: string, { 'x-access': access, parameters, requestBody }: Described): Operation {
  const [content] = Object.entries(requestBody?.content ?? {});
  return {
    method: method.toUpperCase(),
    path,
    access,
    params: parameters.filter((one) => one.in === 'path').map(({ name, schema }) => [name, schema]),
    query: parameters.filter((one) => one.in === 'query').map(({ name, schema, required }) => [name, schema, required]),
    body: content ? { type: content[0], schema: content[1].schema } : null,
  };
}

/** Generates requests for every operation by every caller: valid, nearly valid, and hostile ones. */
export function plansFor(operations: Operation[]): Arbitrary<Plan> {
  return fc.oneof(...operations.map((operation) => fc.oneof({ weight: 4, arbitrary: planFor(operation) }, { weight: 1, arbitrary: soundPlanFor(operation) })));
}

function planFor(operation: Operation): Arbitrary<Plan> {
  return fc.record({
    operation: fc.constant(operation),
    who: fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...(MAY[operation.access ?? ''] ?? WHO)) }, { weight: 1, arbitrary: fc.constantFrom(...WHO) }),
    proof: fc.oneof({ weight: 12, arbitrary: fc.constant('own' as const) }, { weight: 1, arbitrary: fc.constantFrom(...PROOFS) }),
    params: paramsOf(operation),
    query: queryOf(operation),
    body: bodyOf(operation),
    isSigned: fc.constant(false),
  });
}

function paramsOf({ path, params }: Operation): Arbitrary<Record<string, unknown>> {
  return fc.record(
    Object.fromEntries(
      params.map(([name, schema]) => [name, fc.oneof({ weight: 4, arbitrary: valid(path, name, schema) }, { weight: 1, arbitrary: hostileText })]),
    ),
  );
}

function queryOf({ path, query }: Operation): Arbitrary<[string, unknown][]> {
  const each = query.map(([name, schema, required]) => {
    const value = fc.oneof({ weight: 6, arbitrary: valid(path, name, schema) }, { weight: 1, arbitrary: hostile });
    const given = value.map((one): [string, unknown][] => [[name, one]]);
    const twice = fc.tuple(value, value).map(([one, another]): [string, unknown][] => [
      [name, one],
      [name, another],
    ]);
    const none = fc.constant<[string, unknown][]>([]);
    return fc.oneof({ weight: required ? 1 : 12, arbitrary: none }, { weight: 9, arbitrary: given }, { weight: 1, arbitrary: twice });
  });
  const extra = fc.oneof(
    { weight: 9, arbitrary: fc.constant<[string, unknown][]>([]) },
    fc.tuple(prototypeName, hostile).map((one): [string, unknown][] => [one]),
  );
  return fc.tuple(...each, extra).map((parts) => parts.flat());
}

function bodyOf({ method, path, body }: Operation): Arbitrary<Body> {
  const text = fc.tuple(rawText, fc.constantFrom(...TYPES)).map(([text, type]): Body => ({ kind: 'text', text, type }));
  const bytes = fc
    .tuple(
      fc.oneof(fc.constant(new Uint8Array(32)), fc.uint8Array({ maxLength: 100 })),
      fc.oneof({ weight: 4, arbitrary: fc.constant('application/octet-stream') }, { weight: 1, arbitrary: fc.constantFrom(...TYPES) }),
    )
    .map(([bytes, type]): Body => ({ kind: 'bytes', bytes, type }));
  if (body === null) return method === 'GET' ? fc.constant({ kind: 'none' }) : fc.oneof({ weight: 5, arbitrary: fc.constant<Body>({ kind: 'none' }) }, text);
  if (body.type === 'multipart/form-data')
    return fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          kind: fc.constant('upload' as const),
          how: fc.constantFrom('none' as const, 'none' as const, 'none' as const, ...UPLOAD_FAULTS),
          field: fc.constantFrom(...fieldsOfUpload(body.schema)),
        }),
      },
      { weight: 1, arbitrary: text },
    );
  if (body.type === 'application/octet-stream') return fc.oneof({ weight: 6, arbitrary: bytes }, { weight: 1, arbitrary: text });
  const json = fc.tuple(valid(path, '', body.schema), slips).map(([value, made]): Body => ({ kind: 'json', value: withSlips(value, made) }));
  return fc.oneof({ weight: 8, arbitrary: json }, { weight: 1, arbitrary: text }, { weight: 1, arbitrary: bytes });
}

/** Prefers the field that the call expects. */
const fieldsOfUpload = ({ properties = {} }: Schema): string[] => [...Object.keys(properties), ...Object.keys(properties), 'other'];

function withSlips(value: unknown, slips: Slip[]): unknown {
  const changed = copy(value);
  for (const { at, how, what: shared, name } of slips) {
    if (!isContainer(changed)) return shared;
    const what = copy(shared);
    const places = placesIn(changed);
    const [holder, key] = places[at % Math.max(1, places.length)] ?? [changed, name];
    if (how === 'add' && Array.isArray(holder)) holder.push(what);
    else if (how === 'add') put(holder, name, what);
    else if (how === 'leave out') Reflect.deleteProperty(holder, key);
    else put(holder, key, how === 'wrap' ? [Reflect.get(holder, key)] : what);
  }
  return changed;
}

function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy);
  if (!isContainer(value)) return value;
  const copied = {};
  for (const [name, inner] of Object.entries(value)) put(copied, name, copy(inner));
  return copied;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null && !(value instanceof Ref);

/** Sets an own property with any name, even `__proto__`. */
function put(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

function placesIn(value: object): [holder: object, name: string][] {
  return Object.entries(value).flatMap(([name, inner]): [object, string][] => [[value, name], ...(isContainer(inner) ? placesIn(inner) : [])]);
}

/** Generates a request that the call should accept, by a caller with permission; `SOUND` determines which rows it uses. */
export function soundPlanFor(operation: Operation): Arbitrary<Plan> {
  const { path } = operation;
  const { who, params = {}, query = {}, body, isSigned } = SOUND[`${operation.method} ${path}`] ?? {};
  const named = (fields: (readonly [string, Schema, ...unknown[]])[]) => Object.fromEntries(fields.map(([name, schema]) => [name, valid(path, name, schema)]));
  return fc.record({
    operation: fc.constant(operation),
    who: fc.constantFrom(...(who ?? MAY[operation.access ?? ''] ?? WHO)),
    proof: fc.constant('own' as const),
    params: fc.record({ ...named(operation.params), ...params }),
    query: fc.record({ ...named(operation.query.filter(([, , required]) => required)), ...query }).map((values) => Object.entries(values)),
    body: body ? body.map((value): Body => ({ kind: 'json', value })) : soundBodyOf(operation),
    isSigned: fc.constant(isSigned ?? false),
  });
}

function soundBodyOf({ path, body }: Operation): Arbitrary<Body> {
  if (body === null) return fc.constant<Body>({ kind: 'none' });
  if (body.type === 'multipart/form-data') return fc.constant<Body>({ kind: 'upload', how: 'none', field: Object.keys(body.schema.properties ?? {})[0] ?? '' });
  if (body.type === 'application/octet-stream') return fc.constant<Body>({ kind: 'bytes', bytes: new Uint8Array(32), type: body.type });
  return valid(path, '', body.schema).map((value): Body => ({ kind: 'json', value }));
}

function textFields(...names: string[]): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, text])),
    required: names,
  };
}

function other(method: string, path: string, ...fields: string[]): Operation {
  return {
    method,
    path,
    access: null,
    params: [...path.matchAll(/\{(\w+)\}/gu)].map(([, name = '']) => [name, text]),
    query: method === 'GET' ? fields.map((name): [string, Schema, boolean] => [name, text, true]) : [],
    body: method === 'POST' ? { type: 'application/json', schema: textFields(...fields) } : null,
  };
}

function nested(levels: number, [before, after]: [string, string]): string {
  return before.repeat(levels) + after.repeat(levels);
}
