export { RemovedItemsTable as Page } from '../features/removals/removed-items-table.tsx';
