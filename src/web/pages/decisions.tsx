export { OwnDecisions as Page } from '../features/decisions/own-decisions.tsx';
