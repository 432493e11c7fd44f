export { PROBLEM_DEADLINES } from './decision-commands.ts';
