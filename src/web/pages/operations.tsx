export { OperationsView as Page } from '../features/operations/operations-view.tsx';
