import { type Outcome, type Rule, required, rule } from './rule.ts';

const MUCH_STORAGE_GB = 256;

export const MEMORY: Rule[] = [
  rule(['<n> gb? ram? /|+|-|, <n> gb|rom?', '<n> gb ram /|+|-|,|and|with? <gb> storage|rom|memory?'], ([ram = 0, storage = 0]) =>
    isRam(ram) && isStorage(storage) && ram < storage ? [size(ram, 'ram'), size(storage, 'storage')] : null,
  ),
  rule(
    ['at least <gb> of? ram', 'min|minimum|over <gb> of? ram', '<gb> of? ram or|and more|up|higher|above', '<gb> plus of? ram', 'more than <gb> of? ram'],
    ([ram = 0]) => [required(`${gigabytes(ram)} RAM or more`, { about: 'size', dimension: 'ram', least: ram })],
  ),
  rule(['<gb> of? ram', 'ram :|of? <gb>'], ([ram = 0]) => [size(ram, 'ram')]),
  rule(['<n> ram', 'ram :|of? <n>'], ([ram = 0]) => (isRam(ram) ? [size(ram, 'ram')] : null)),
  rule(
    [
      'at least <gb> of? storage|memory|space?',
      'min|minimum|over <gb> of? storage|memory|space?',
      'more than <gb> of? storage|memory|space?',
      '<gb> of? storage|memory|space? or|and more|up|higher|above',
      '<gb> plus of? storage|memory|space?',
    ],
    ([storage = 0]) => storageAtLeast(storage),
  ),
  rule(['lots|plenty of storage|memory|space', 'big|large|lot storage|memory', 'a? lot of storage|memory|space'], () => storageAtLeast(MUCH_STORAGE_GB)),
  rule(['<gb> of? storage|rom|memory|space|internal', 'storage :|of? <gb>'], ([storage = 0]) => [size(storage, 'storage')]),
  rule(['<n> storage|rom|memory', 'storage :|of? <n>'], ([storage = 0]) => (isStorage(storage) ? [size(storage, 'storage')] : null)),
  rule(['<gb>'], ([amount = 0]) => [size(amount, null)]),
];

const isRam = (amount: number): boolean => amount >= 1 && amount <= 24;
const isStorage = (amount: number): boolean => [8, 16, 32, 64, 128, 256, 512, 1024, 2048].includes(amount);

const size = (amount: number, dimension: 'ram' | 'storage' | null): Outcome => ({
  is: 'size',
  text: amount >= 1024 && amount % 1024 === 0 ? `${amount / 1024}tb` : `${amount}gb`,
  dimension,
});

const gigabytes = (amount: number): string => (amount >= 1024 ? `${amount / 1024} TB` : `${amount} GB`);

const storageAtLeast = (least: number): Outcome[] => [required(`${gigabytes(least)} or more`, { about: 'size', dimension: 'storage', least })];
