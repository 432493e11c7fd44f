export { FindView as Page } from '../features/lookups/find-view.tsx';
