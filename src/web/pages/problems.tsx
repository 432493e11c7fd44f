import { ProblemsQueue } from '../features/problems/problems-queue.tsx';

export const Page = () => <ProblemsQueue />;
