export { ImportProducts as Page } from '../features/listing-imports/import-products.tsx';
