export type Sample = { name: string; labels: Record<string, string>; value: number };
export type Family = { name: string; type: string; help: string; samples: Sample[] };

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*/u;
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(,|\})/u;
const VALUE = /^ (NaN|[+-]Inf|[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)$/iu;

/** Parses Prometheus' text format 0.0.4, and throws for anything its documentation doesn't allow. */
export function parsePrometheus(text: string): Map<string, Family> {
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  const families = new Map<string, Family>();
  const seen = new Set<string>();
  let family: Family | null = null;
  for (const line of text.slice(0, -1).split('\n')) {
    const [, kind, name = '', words = ''] = /^# (HELP|TYPE) (\S+) (.+)$/u.exec(line) ?? [];
    if (kind === 'HELP') {
      if (families.has(name)) throw new Error(`${name} comes twice`);
      family = { name, type: '', help: words, samples: [] };
      families.set(name, family);
      continue;
    }
    if (!family) throw new Error(`a line before any metric: ${line}`);
    if (kind === 'TYPE') {
      if (name !== family.name || family.type !== '' || !['counter', 'gauge', 'histogram'].includes(words)) throw new Error(`no type: ${line}`);
      family.type = words;
      continue;
    }
    const sample = parseSample(line);
    const allowed = family.type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => `${family?.name}${end}`) : [family.name];
    if (family.type === '' || !allowed.includes(sample.name)) throw new Error(`not of ${family.name}: ${line}`);
    if (seen.has(keyOf(sample))) throw new Error(`the same series twice: ${line}`);
    seen.add(keyOf(sample));
    family.samples.push(sample);
  }
  for (const one of families.values()) if (one.type === 'histogram') checkHistogram(one);
  return families;
}

function parseSample(line: string): Sample {
  const name = NAME.exec(line)?.[0];
  if (!name) throw new Error(`no name: ${line}`);
  let rest = line.slice(name.length);
  const labels: Record<string, string> = {};
  if (rest.startsWith('{')) {
    rest = rest.slice(1);
    for (let end = ''; end !== '}'; ) {
      const [whole, key = '', value = '', after = ''] = LABEL.exec(rest) ?? [];
      if (whole === undefined || key in labels) throw new Error(`labels can't be read: ${line}`);
      labels[key] = value.replace(/\\(.)/gu, (_, one: string) => (one === 'n' ? '\n' : one));
      rest = rest.slice(whole.length);
      end = after;
    }
  }
  const value = VALUE.exec(rest)?.[1];
  if (value === undefined) throw new Error(`no value: ${line}`);
  return { name, labels, value: value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value) };
}

function keyOf({ name, labels }: Sample, without?: string): string {
  return `${name}${JSON.stringify(
    Object.entries(labels)
      .filter(([label]) => label !== without)
      .toSorted(),
  )}`;
}

function checkHistogram({ name, samples }: Family): void {
  const series = Map.groupBy(
    samples.filter((sample) => sample.name === `${name}_bucket`),
    (sample) => keyOf(sample, 'le'),
  );
  for (const buckets of series.values()) {
    const bounds = buckets.map(({ labels: { le } }) => (le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le)));
    const isOrdered = bounds.every((bound, index) => index === 0 || bound > (bounds[index - 1] ?? 0));
    const isCumulative = buckets.every(({ value }, index) => index === 0 || value >= (buckets[index - 1]?.value ?? 0));
    const { le: _, ...labels } = buckets[0]?.labels ?? {};
    const total = samples.find((sample) => keyOf(sample) === keyOf({ name: `${name}_count`, labels, value: 0 }));
    if (!isOrdered || !isCumulative || bounds.at(-1) !== Number.POSITIVE_INFINITY || buckets.at(-1)?.value !== total?.value)
      throw new Error(`${name}: its buckets don't add up`);
  }
}
