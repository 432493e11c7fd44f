/** The public pages, by what they show: two with the same share nearly everything. */
const KINDS: [kind: string, page: RegExp][] = [
  ['entry', /[\\/]src[\\/]web[\\/]entry\.client\.tsx$/u],
  ['home', /[\\/]pages[\\/]home\.tsx$/u],
  ['lists', /[\\/]pages[\\/](category|phones|search)\.tsx$/u],
  ['listing', /[\\/]pages[\\/](listing|new-arrival)\.tsx$/u],
  ['compare', /[\\/]pages[\\/]compare\.tsx$/u],
  ['faq', /[\\/]pages[\\/]faq\.tsx$/u],
  ['rows', /[\\/]pages[\\/](saved|seller|wanted)\.tsx$/u],
];
/** Those that show whole listings, which the home page doesn't. */
const OF_LISTINGS = ['lists', 'listing', 'compare'];

type Graph = { getModuleInfo(id: string): { importers: string[] } | null };

/**
 * Few files instead of dozens of small ones, which on a slow line wait for each other: what changes with React alone, what
 * public pages share, all of them or some, what forms need, and what their checks need.
 */
export const CHUNKS = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]|rolldown[\\/]runtime/u, priority: 5 },
  // A group takes along what its modules import, unless that has a group before it: pages need the size without the drawing.
  { name: 'size', test: /[\\/]src[\\/]drawing[\\/]size\.ts$/u, priority: 6 },
  // What draws phones: a comparison, a card whose picture is missing, and what the server has not drawn.
  { name: 'drawing', test: /[\\/]src[\\/](drawing[\\/]|web[\\/]ui[\\/]phone-drawing\.tsx$)/u, priority: 5 },
  // Two pages share it; without a name it would go with what every page loads.
  { name: 'help', test: /[\\/]src[\\/]contract[\\/]help\.ts$/u, priority: 5 },
  // The phone's own page has them without the rest of a listing's.
  { name: 'phone-test-labels', test: /[\\/]src[\\/]web[\\/]phone-test-labels\.ts$/u, priority: 6 },
  // Lists and forms share these; without a chunk of their own, a form would load the lists' code.
  { name: 'fields', test: /[\\/]src[\\/]web[\\/]ui[\\/](field|use-single-flight|spinner)\.tsx?$/u, priority: 5 },
  { debugName: 'shop', name: nameFor('shop'), priority: 4 },
  // What a model's prices have in common with a listing's page, which itself is much larger.
  {
    name: 'price-words',
    test: /[\\/]price-estimates[\\/](range-text|grade-names|model-page[\\/]model-name)\.ts$/u,
    priority: 3,
  },
  { debugName: 'listings', name: nameFor('listings'), priority: 3 },
  { debugName: 'rows', name: nameFor('rows', 'cards', 'brands'), priority: 3 },
  { debugName: 'kinds', name: nameFor('home', 'lists', 'listing'), minShareCount: 2, priority: 2 },
  { name: 'forms', test: /node_modules[\\/]react-hook-form[\\/]/u, priority: 1 },
  { name: 'checks', test: /node_modules[\\/](zod|@hookform)[\\/]/u, priority: 1 },
];

/** Puts a module into its chunk if it's one of these. */
function nameFor(...chunks: string[]) {
  return (id: string, graph: Graph): string | null => {
    const chunk = KINDS.some(([, page]) => page.test(id)) ? null : chunkOf(kindsOf(id, graph));
    return chunk !== null && chunks.includes(chunk) ? chunk : null;
  };
}

function chunkOf(all: ReadonlySet<string>): string | null {
  const kinds = [...all].filter((kind) => kind !== 'rows');
  if (kinds.includes('entry')) return 'shop';
  // What the home page has in common with the lists alone: the brands.
  if (kinds.includes('home') && kinds.includes('lists') && !kinds.includes('listing') && !all.has('rows')) return 'brands';
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
  const own = KINDS.find(([, page]) => page.test(id));
  if (own) return new Set([own[0]]);
  if (seen.has(id)) return new Set();
  seen.add(id);
  const importers = graph.getModuleInfo(id)?.importers ?? [];
  return new Set(importers.flatMap((importer) => [...collectKinds(importer, graph, seen)]));
}
