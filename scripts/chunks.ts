type Kind = [kind: string, module: RegExp];

/** What starts every page: with what it needs it is one file. */
const ENTRY: Kind = ['entry', /[\\/]src[\\/]web[\\/]entry\.client\.tsx$/u];
/** The public pages, by what they show: two with the same share nearly everything. */
const PAGES: Kind[] = [
  ['home', /[\\/]pages[\\/]home\.tsx$/u],
  ['lists', /[\\/]pages[\\/](category|phones|search)\.tsx$/u],
  ['listing', /[\\/]pages[\\/](listing|new-arrival)\.tsx$/u],
  ['compare', /[\\/]pages[\\/]compare\.tsx$/u],
  ['faq', /[\\/]pages[\\/]faq\.tsx$/u],
  ['rows', /[\\/]pages[\\/](saved|seller|wanted)\.tsx$/u],
];
/** Those that show whole listings, which the home page doesn't. */
const OF_LISTINGS = ['lists', 'listing', 'compare'];

/** Modules that go elsewhere than the pages which need them say. */
const PLACED: Kind[] = [
  // Forms need these too, and would load the lists' code with them.
  ['shop', /[\\/]ui[\\/](checkbox|field|late-part|use-single-flight)\.tsx?$/u],
  // The home page, the page of a brand, and what other lists load late.
  ['brands', /[\\/](ui[\\/]modal|catalog[\\/]brand-(grid|mark))\.tsx$/u],
  // What a model's prices have in common with a listing's page.
  ['rows', /[\\/]price-estimates[\\/](range-text|grade-names|model-page[\\/]model-name)\.ts$/u],
  // Pages need the size without the drawing.
  ['details', /[\\/]drawing[\\/]size\.ts$/u],
];

type Graph = { getModuleInfo(id: string): { importers: string[] } | null };

/**
 * Few files instead of dozens of small ones, which on a slow line wait for each other: what changes with React alone, what
 * public pages share, all of them or some, what forms need, and what their checks need.
 */
export const CHUNKS = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]|rolldown[\\/]runtime/u, priority: 5 },
  // What draws phones: a comparison, a card whose picture is missing, and what the server has not drawn.
  { name: 'drawing', test: /[\\/]src[\\/](drawing[\\/]|web[\\/]ui[\\/]phone-drawing\.tsx$)/u, priority: 3 },
  // Two pages share it; without a name it would go with what every page loads.
  { name: 'help', test: /[\\/]src[\\/]contract[\\/]help\.ts$/u, priority: 5 },
  // The phone's own page has them without the rest of a listing's.
  { name: 'phone-test-labels', test: /[\\/]src[\\/]web[\\/]phone-test-labels\.ts$/u, priority: 6 },
  // A group takes along what its modules import, unless that has a group before it.
  { debugName: 'shop', name: nameFor('shop'), priority: 4 },
  { debugName: 'details', name: nameFor('details'), priority: 4 },
  { debugName: 'listings', name: nameFor('listings'), priority: 3 },
  { debugName: 'rows', name: nameFor('rows', 'cards', 'brands'), priority: 3 },
  { debugName: 'kinds', name: nameFor('home', 'lists', 'listing'), minShareCount: 2, priority: 2 },
  // What logging in and signing up have in common.
  {
    name: 'accounts',
    test: /[\\/]features[\\/]accounts[\\/](account-frame|login-origin|password-field|provider-\w+|unverified|use-arrival|use-visit-failure|visit-sentence)\.tsx?$/u,
    priority: 2,
  },
  { name: 'forms', test: /node_modules[\\/]react-hook-form[\\/]|[\\/]src[\\/]web[\\/](form-errors|late-checks)\.ts$/u, priority: 1 },
  { name: 'checks', test: /node_modules[\\/](zod|@hookform)[\\/]/u, priority: 1 },
];

/** Puts a module into its chunk if it's one of these. */
function nameFor(...chunks: string[]) {
  return (id: string, graph: Graph): string | null => {
    const placed = PLACED.find(([, module]) => module.test(id))?.[0];
    const chunk = PAGES.some(([, page]) => page.test(id)) ? null : (placed ?? chunkOf(kindsOf(id, graph)));
    return chunk !== null && chunks.includes(chunk) ? chunk : null;
  };
}

function chunkOf(all: ReadonlySet<string>): string | null {
  const kinds = [...all].filter((kind) => kind !== 'rows');
  if (kinds.includes('entry')) return 'shop';
  // What a comparison has in common with a listing's page alone.
  if (kinds.length === 2 && kinds.includes('listing') && kinds.includes('compare') && !all.has('rows')) return 'details';
  if (kinds.length > 1) return kinds.every((kind) => OF_LISTINGS.includes(kind)) ? 'listings' : 'shop';
  // What a seller's page has in common with the lists, whose filters it doesn't have.
  if (kinds[0] === 'lists' && all.has('rows')) return 'cards';
  // What a saved phone's row has in common with a listing's page, which itself is much larger.
  return kinds[0] === 'listing' && all.has('rows') ? 'rows' : (kinds[0] ?? null);
}

const known = new Map<string, Set<string>>();

/** The kinds of public pages that a module belongs to. */
function kindsOf(id: string, graph: Graph): Set<string> {
  const kinds = known.get(id) ?? collectKinds(id, graph, new Set());
  known.set(id, kinds);
  return kinds;
}

function collectKinds(id: string, graph: Graph, seen: Set<string>): Set<string> {
  const own = [ENTRY, ...PAGES].find(([, module]) => module.test(id));
  if (own) return new Set([own[0]]);
  if (seen.has(id)) return new Set();
  seen.add(id);
  const importers = graph.getModuleInfo(id)?.importers ?? [];
  return new Set(importers.flatMap((importer) => [...collectKinds(importer, graph, seen)]));
}
