export { contestSale } from './contest-commands.ts';
export { PROBLEM_DEADLINES } from './decision-commands.ts';
