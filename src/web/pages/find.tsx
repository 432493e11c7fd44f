import { FindView } from '../features/lookups/find-view.tsx';

export const Page = () => <FindView />;
