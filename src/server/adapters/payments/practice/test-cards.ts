/** Why a charge is declined, in Stripe's terms. */
export type Decline = { code: string; decline_code: string; message: string };

const GENERIC = declined('generic_decline');
const INSUFFICIENT = declined('insufficient_funds', 'Your card has insufficient funds.');
const PROCESSING = failed('processing_error', 'An error occurred while processing your card. Try again in a little bit.');

/** `inquiry`: the bank asks for information, and moves no money yet. */
export type DisputeKind = 'fraudulent' | 'product_not_received' | 'inquiry';

export type TestCard = {
  number: string;
  brand: 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay';
  funding: 'credit' | 'debit' | 'prepaid';
  /** Whether the cardholder has to confirm with the bank first. */
  challenge: boolean;
  /** Why the charge fails, after the challenge if there is one; null when it succeeds. */
  decline: Decline | null;
  /** The dispute that the bank opens after a successful charge. */
  dispute?: DisputeKind;
  /** The published name of this card, for requests without a number. */
  token: string | null;
};

/** Stripe's published test cards; no other number is accepted. */
export const TEST_CARDS: readonly TestCard[] = [
  pays('4242424242424242', 'visa', 'pm_card_visa'),
  pays('4000056655665556', 'visa', 'pm_card_visa_debit', 'debit'),
  pays('5555555555554444', 'mastercard', 'pm_card_mastercard'),
  pays('2223003122003222', 'mastercard'),
  pays('5200828282828210', 'mastercard', 'pm_card_mastercard_debit', 'debit'),
  pays('5105105105105100', 'mastercard', 'pm_card_mastercard_prepaid', 'prepaid'),
  pays('378282246310005', 'amex', 'pm_card_amex'),
  pays('371449635398431', 'amex'),
  pays('6011111111111117', 'discover', 'pm_card_discover'),
  pays('6011000990139424', 'discover'),
  pays('6011981111111113', 'discover', null, 'debit'),
  pays('3056930009020004', 'diners', 'pm_card_diners'),
  pays('36227206271667', 'diners'),
  pays('3566002020360505', 'jcb', 'pm_card_jcb'),
  pays('6200000000000005', 'unionpay', 'pm_card_unionpay'),
  pays('6200000000000047', 'unionpay', null, 'debit'),
  pays('6205500000000000004', 'unionpay'),
  pays('4000000000000077', 'visa', 'pm_card_bypassPending'),
  pays('4000000000003055', 'visa', 'pm_card_threeDSecureOptional'),

  disputes('4000000000000259', 'fraudulent', 'pm_card_createDispute'),
  disputes('4000000000002685', 'product_not_received', 'pm_card_createDisputeProductNotReceived'),
  disputes('4000000000001976', 'inquiry', 'pm_card_createDisputeInquiry'),

  declines('4000000000000002', GENERIC, 'pm_card_visa_chargeDeclined'),
  declines('4000000000009995', INSUFFICIENT, 'pm_card_visa_chargeDeclinedInsufficientFunds'),
  declines('4000000000009987', declined('lost_card'), 'pm_card_visa_chargeDeclinedLostCard'),
  declines('4000000000009979', declined('stolen_card'), 'pm_card_visa_chargeDeclinedStolenCard'),
  declines('4000000000000069', failed('expired_card', 'Your card has expired.'), 'pm_card_chargeDeclinedExpiredCard'),
  declines('4000000000000127', failed('incorrect_cvc', "Your card's security code is incorrect."), 'pm_card_chargeDeclinedIncorrectCvc'),
  declines('4000000000000119', PROCESSING, 'pm_card_chargeDeclinedProcessingError'),
  declines(
    '4000000000006975',
    declined('card_velocity_exceeded', 'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.'),
    'pm_card_visa_chargeDeclinedVelocityLimitExceeded',
  ),
  declines('4000000000000341', GENERIC, 'pm_card_chargeCustomerFail'),
  declines('4100000000000019', declined('fraudulent'), 'pm_card_radarBlock'),

  asks('4000002500003155', 'pm_card_authenticationRequiredOnSetup'),
  asks('4000002760003184', 'pm_card_authenticationRequired'),
  asks('4000003800000446', 'pm_card_authenticationRequiredSetupForOffSession'),
  asks('4000000000003220', 'pm_card_threeDSecure2Required'),
  asks('4000000000003063', 'pm_card_threeDSecureRequired'),
  asks('4000008400001629', 'pm_card_threeDSecureRequiredChargeDeclined', GENERIC),
  asks('4000008260003178', 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds', INSUFFICIENT),
  asks('4000000000003097', 'pm_card_threeDSecureRequiredProcessingError', PROCESSING),
];

function declined(declineCode: string, message = 'Your card was declined.'): Decline {
  return { code: 'card_declined', decline_code: declineCode, message };
}

function failed(code: string, message: string): Decline {
  return { code, decline_code: code, message };
}

function pays(number: string, brand: TestCard['brand'], token: string | null = null, funding: TestCard['funding'] = 'credit'): TestCard {
  return {
    number,
    brand,
    funding,
    challenge: false,
    decline: null,
    token,
  };
}

function disputes(number: string, dispute: DisputeKind, token: string): TestCard {
  return { ...pays(number, 'visa', token), dispute };
}

function declines(number: string, decline: Decline, token: string | null = null): TestCard {
  return { ...pays(number, 'visa', token), decline };
}

function asks(number: string, token: string | null = null, decline: Decline | null = null): TestCard {
  return {
    ...pays(number, 'visa', token),
    challenge: true,
    decline,
  };
}
