export { ImportProducts as Page } from '../features/selling/imports/import-products.tsx';
