/** Values must be constants of the code, never input from clients: each new value creates a series. */
export type Labels = Record<string, string>;

export type Count = { add(): void };
export type Counter = { of(labels: Labels): Count };
export type Timing = { observe(seconds: number): void };

/** One series: `counts` per bucket, the last one without an upper bound. */
export type Observed = { labels: Labels; counts: readonly number[]; sum: number; count: number };
export type Histogram = { of(labels: Labels): Timing; read(): Observed[] };

/** A value read when the metrics are requested; null: not available now. */
export type Reading = number | null | { labels: Labels; value: number }[];

/** The measurements of one process, as text in Prometheus' exposition format. */
export type Registry = {
  counter(name: string, help: string): Counter;
  histogram(name: string, help: string): Histogram;
  /** Calls `read` for each request of the metrics; leaves the gauge out when it throws. */
  gauge(name: string, help: string, read: () => Reading | Promise<Reading>): void;
  text(): Promise<string>;
};

/** Upper bounds in seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;
/** Keeps a bug that lets labels grow from exhausting memory: further series are merged into `other`. */
const MAX_SERIES = 2000;

const OTHER = 'other';

type Metric = { name: string; help: string; type: 'counter' | 'gauge' | 'histogram'; lines(): string[] | Promise<string[]> };

/** Prometheus waits for ten seconds by default. */
const GAUGE_PATIENCE_MS = 3000;

export function createRegistry(): Registry {
  const metrics: Metric[] = [];
  return {
    counter(name, help) {
      const family = createFamily(createCount);
      metrics.push({ name, help, type: 'counter', lines: () => family.all().map(({ labels, value }) => `${name}${write(labels)} ${value}`) });
      return { of: (labels) => family.of(labels) };
    },
    histogram(name, help) {
      const family = createFamily(createTiming);
      metrics.push({ name, help, type: 'histogram', lines: () => family.all().flatMap((timing) => histogramLines(name, timing.read())) });
      return { of: (labels) => family.of(labels), read: () => family.all().map((timing) => timing.read()) };
    },
    gauge(name, help, read) {
      metrics.push({ name, help, type: 'gauge', lines: async () => gaugeLines(name, await read()) });
    },
    text: async () => (await Promise.all(metrics.map(metricText))).join(''),
  };
}

/** One entry per set of labels, created on first use. */
function createFamily<T>(make: (labels: Labels) => T) {
  const entries = new Map<string, T>();
  return {
    of(labels: Labels): T {
      const key = Object.values(labels).join('\n');
      const known = entries.get(key);
      if (known) return known;
      if (entries.size >= MAX_SERIES) return this.of(Object.fromEntries(Object.keys(labels).map((name) => [name, OTHER])));
      const made = make(labels);
      entries.set(key, made);
      return made;
    },
    all: () => [...entries.values()],
  };
}

function createCount(labels: Labels) {
  return {
    labels,
    value: 0,
    add(): void {
      this.value += 1;
    },
  };
}

function write(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const escapeLabel = (value: string): string => value.replace(/\\/gu, '\\\\').replace(/"/gu, '\\"').replace(/\n/gu, '\\n');

function createTiming(labels: Labels) {
  const counts: number[] = Array.from({ length: BUCKETS.length + 1 }, () => 0);
  let [sum, count] = [0, 0];
  return {
    observe(seconds: number): void {
      let bucket = 0;
      while (bucket < BUCKETS.length && seconds > (BUCKETS[bucket] ?? 0)) bucket += 1;
      counts[bucket] = (counts[bucket] ?? 0) + 1;
      sum += seconds;
      count += 1;
    },
    read: (): Observed => ({ labels, counts, sum, count }),
  };
}

function histogramLines(name: string, { labels, counts, sum, count }: Observed): string[] {
  let below = 0;
  const buckets = [...BUCKETS.map(String), '+Inf'].map((le, index) => {
    below += counts[index] ?? 0;
    return `${name}_bucket${write({ ...labels, le })} ${below}`;
  });
  return [...buckets, `${name}_sum${write(labels)} ${sum}`, `${name}_count${write(labels)} ${count}`];
}

function gaugeLines(name: string, reading: Reading): string[] {
  if (reading === null) return [];
  const series = typeof reading === 'number' ? [{ labels: {}, value: reading }] : reading;
  return series.map(({ labels, value }) => `${name}${write(labels)} ${value}`);
}

async function metricText({ name, help, type, lines }: Metric): Promise<string> {
  // A gauge that fails, or waits for a database that doesn't answer, must not hide the others.
  const late = Promise.withResolvers<string[]>();
  const timer = setTimeout(() => late.resolve([]), GAUGE_PATIENCE_MS);
  const read = Promise.resolve()
    .then(lines)
    .catch(() => []);
  const reported = await Promise.race([read, late.promise]).finally(() => clearTimeout(timer));
  return reported.length === 0 ? '' : `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${reported.join('\n')}\n`;
}

/** The given quantile in seconds, interpolated evenly within a bucket. Null without observations. */
export function quantileOf({ counts, count }: Pick<Observed, 'counts' | 'count'>, share: number): number | null {
  if (count === 0) return null;
  const wanted = share * count;
  let below = 0;
  for (const [index, bound] of BUCKETS.entries()) {
    const here = counts[index] ?? 0;
    if (below + here >= wanted) {
      const from = BUCKETS[index - 1] ?? 0;
      return from + ((bound - from) * (wanted - below)) / Math.max(here, 1);
    }
    below += here;
  }
  return BUCKETS[BUCKETS.length - 1] ?? null;
}
