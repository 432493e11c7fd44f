import { UnlessSuspended } from '../features/decisions/own-decisions.tsx';
import { ImportProducts } from '../features/selling/imports/import-products.tsx';

export function Page() {
  return <ImportProducts unlessSuspended={(form) => <UnlessSuspended title="You can’t import phones for now">{form}</UnlessSuspended>} />;
}
