import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { nameOf } from './statement-name.ts';
import { SECTIONS, STATEMENTS, type StatementId } from './statements.ts';

const REPORT = join(import.meta.dirname, '../../../test-results/conformance.md');
const OUTCOMES = ['passed', 'failed', 'not run'] as const;
type Outcome = (typeof OUTCOMES)[number];
type Row = { id: StatementId; file: string; outcome: Outcome };

/** Reports which statements of the specification hold, if their tests ran. */
export default class ConformanceReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows = toRows(modules);
    if (rows.every(({ outcome }) => outcome === 'not run')) return;
    mkdirSync(dirname(REPORT), { recursive: true });
    writeFileSync(REPORT, reportOf(rows));
    const failed = rows.filter(({ outcome }) => outcome === 'failed').map(({ id }) => `failed: ${id} ${STATEMENTS[id]}`);
    process.stdout.write(`\n${[...summaryOf(rows), ...failed, `Each statement: ${REPORT}`].join('\n')}\n`);
  }
}

function outcomeOf(test: TestCase | undefined): Outcome {
  const state = test?.result().state;
  return state === 'passed' || state === 'failed' ? state : 'not run';
}

function toRows(modules: readonly TestModule[]): Row[] {
  const tests = new Map(modules.flatMap((module) => [...module.children.allTests()].map((test) => [test.name, test] as const)));
  return (Object.keys(STATEMENTS) as StatementId[]).map((id) => {
    const test = tests.get(nameOf(id));
    return { id, file: test?.module.relativeModuleId.split('/').at(-1) ?? '', outcome: outcomeOf(test) };
  });
}

function inSection(rows: Row[], section: string): Row[] {
  return rows.filter(({ id }) => id.startsWith(`${section}.`));
}

function count(rows: Row[], outcome: Outcome): number {
  return rows.filter((row) => row.outcome === outcome).length;
}

/** Summarizes how many statements of each section hold. */
function summaryOf(rows: Row[]): string[] {
  return [
    '| section | statements | passed | failed | not run |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...[...Object.entries(SECTIONS).map(([section, title]) => [`${section} ${title}`, inSection(rows, section)] as const), ['all', rows] as const].map(
      ([title, some]) => `| ${title} | ${some.length} | ${OUTCOMES.map((outcome) => count(some, outcome)).join(' | ')} |`,
    ),
  ];
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function tableOf(rows: Row[]): string[] {
  return [
    '| id | statement | test | result |',
    '| --- | --- | --- | --- |',
    ...rows.map(({ id, file, outcome }) => `| ${id} | ${escapeCell(STATEMENTS[id])} | ${file} | ${outcome === 'passed' ? outcome : `**${outcome}**`} |`),
  ];
}

function reportOf(rows: Row[]): string {
  return [
    '# What the specification says, and whether the shop does it',
    '',
    ...summaryOf(rows),
    ...Object.entries(SECTIONS).flatMap(([section, title]) => ['', `## ${section} ${title}`, '', ...tableOf(inSection(rows, section))]),
    '',
  ].join('\n');
}
