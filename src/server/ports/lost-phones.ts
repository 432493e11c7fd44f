/** A list of phones reported lost or stolen. The shop has one of its own; the operators' worldwide one can be asked by an adapter. */
export type LostPhoneSource = {
  kind: 'register';
  /**
   * Whether a phone is on the list now, by its 15-digit IMEI. Throws `ProviderFailed` when it gives no answer: then nobody may say that the phone
   * was looked up. It keeps and logs no IMEI.
   */
  isLost(imei: string): Promise<boolean>;
};
