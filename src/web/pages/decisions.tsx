import { OwnDecisions } from '../features/moderation/own-decisions.tsx';

export const Page = () => <OwnDecisions />;
