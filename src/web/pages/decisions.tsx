import { OwnDecisions } from '../features/decisions/own-decisions.tsx';

export const Page = () => <OwnDecisions />;
