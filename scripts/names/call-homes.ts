type Source = { file: string; source: string };

const CALL = /'((?:GET|POST|PUT|PATCH|DELETE) \/[^' ]*)'/g;
const SIDES: [side: string, path: RegExp][] = [
  ['contract', /^src\/contract\/([\w-]+)(?:\.ts$|\/)/],
  ['server', /^src\/server\/features\/([\w-]+)\//],
  ['web', /^src\/web\/(?:features|queries)\/([\w-]+)(?:\.ts$|\/)/],
];

/** Web code outside features that makes calls, with its capability. */
const WEB_EXCEPTIONS: [path: RegExp, capability: string][] = [[/^src\/web\/session\//, 'accounts']];

/** Finds calls whose contract, server and web code live in folders of different names; one sentence each. */
export function findStrayCalls(sources: Source[]): string[] {
  const homes = new Map<string, string>();
  const faults: string[] = [];
  const uses = sources.flatMap(usesOf);
  for (const { call, side, capability } of uses) if (side === 'contract') homes.set(call, capability);
  for (const { call, side, capability, file } of uses) {
    const home = homes.get(call);
    if (home !== undefined && capability !== home) faults.push(`${file}: ${call} belongs to ${home}, by the contract; this is the ${side}’s ${capability}`);
  }
  return faults;
}

function usesOf({ file, source }: Source): { call: string; side: string; capability: string; file: string }[] {
  if (/\.test\.tsx?$/.test(file) || file.startsWith('src/contract/shared/') || file === 'src/contract/calls.ts') return [];
  const place = placeOf(file);
  if (place === null) return [];
  return [...source.matchAll(CALL)].map(([, call = '']) => ({ call, file, ...place }));
}

function placeOf(file: string): { side: string; capability: string } | null {
  for (const [path, capability] of WEB_EXCEPTIONS) if (path.test(file)) return { side: 'web', capability };
  for (const [side, path] of SIDES) {
    const capability = path.exec(file)?.[1];
    if (capability !== undefined) return { side, capability };
  }
  return file.startsWith('src/web/') ? { side: 'web', capability: file.slice('src/web/'.length) } : null;
}
