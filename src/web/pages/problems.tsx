export { ProblemsQueue as Page } from '../features/problems/problems-queue.tsx';
