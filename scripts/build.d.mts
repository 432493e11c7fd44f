export declare function buildIfStale(): Promise<boolean>;
