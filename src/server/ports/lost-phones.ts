/** A list of phones reported lost or stolen. The shop has its own; an adapter could query the carriers' worldwide list. */
export type LostPhoneSource = {
  kind: 'register';
  /**
   * Whether a phone is on the list now, by its 15-digit IMEI. Throws `ProviderError` when it doesn't respond: the phone then counts as not looked up.
   * Implementations store and log no IMEI.
   */
  isLost(imei: string): Promise<boolean>;
};
