import { parseSync } from 'vite';

/** A regular expression in the code; `pattern` is null when it is only known at run time. */
export type FoundPattern = { line: number; pattern: string | null; flags: string };

/** The parts of a syntax tree node (ESTree) that are read, for any type. */
type Node = {
  type: string;
  start: number;
  name?: string;
  value?: unknown;
  regex?: { pattern: string; flags: string };
  callee?: Node;
  arguments?: Node[];
  kind?: string;
  declaration?: Node | null;
  declarations?: { id: Node; init: Node | null }[];
  quasis?: { value: { raw: string; cooked: string | null } }[];
  expressions?: Node[];
  tag?: Node;
  quasi?: Node;
  object?: Node;
  property?: Node;
  operator?: string;
  left?: Node;
  right?: Node;
};

/** Finds every regular expression of a file: literals, and arguments of `RegExp`. */
export function findPatterns(file: string, source: string): FoundPattern[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} can't be parsed: ${errors[0]?.message}`);
  const constants = constantsOf(program.body as unknown as Node[]);
  const found: FoundPattern[] = [];
  visit(program as unknown as Node, (node) => {
    const line = source.slice(0, node.start).split('\n').length;
    if (node.regex) found.push({ line, ...node.regex });
    else if (isRegExpCall(node)) {
      const [pattern, flags] = node.arguments ?? [];
      // A copy of a literal, which is found separately.
      if (pattern?.regex) return;
      found.push({ line, pattern: textOf(pattern, constants), flags: textOf(flags, constants) ?? '' });
    }
  });
  return found;
}

/** The constants of a module by name. */
function constantsOf(body: Node[]): Map<string, Node> {
  const constants = new Map<string, Node>();
  for (const statement of body) {
    const { kind, declarations = [] } = statement.declaration ?? statement;
    if (kind !== 'const') continue;
    for (const { id, init } of declarations) if (id.name !== undefined && init) constants.set(id.name, init);
  }
  return constants;
}

function visit(node: Node, see: (node: Node) => void): void {
  if (typeof node.type === 'string') see(node);
  for (const inner of Object.values(node)) {
    if (Array.isArray(inner)) for (const one of inner) isNode(one) && visit(one, see);
    else if (isNode(inner)) visit(inner, see);
  }
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !(value instanceof RegExp);

function isRegExpCall({ type, callee }: Node): boolean {
  return (
    (type === 'NewExpression' || type === 'CallExpression') &&
    (callee?.name === 'RegExp' || (callee?.type === 'MemberExpression' && callee.object?.name === 'globalThis' && callee.property?.name === 'RegExp'))
  );
}

/** The text that an expression always evaluates to; null when it varies. */
function textOf(node: Node | undefined, constants: Map<string, Node>): string | null {
  if (!node) return null;
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type === 'Identifier') return textOf(constants.get(node.name ?? ''), constants);
  if (node.type === 'BinaryExpression' && node.operator === '+') return join([textOf(node.left, constants), textOf(node.right, constants)]);
  if (node.type === 'TemplateLiteral') return join(partsOf(node, 'cooked', constants));
  if (node.type === 'TaggedTemplateExpression' && node.tag?.object?.name === 'String' && node.tag.property?.name === 'raw' && node.quasi)
    return join(partsOf(node.quasi, 'raw', constants));
  if (node.type === 'MemberExpression' && node.property?.name === 'source' && node.object)
    return (node.object.regex ?? constants.get(node.object.name ?? '')?.regex)?.pattern ?? null;
  return null;
}

const join = (parts: (string | null)[]): string | null => (parts.includes(null) ? null : parts.join(''));

function partsOf({ quasis = [], expressions = [] }: Node, form: 'raw' | 'cooked', constants: Map<string, Node>): (string | null)[] {
  return quasis.flatMap(({ value }, at) => (at < expressions.length ? [value[form], textOf(expressions[at], constants)] : [value[form]]));
}
