import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseConfig } from './database.ts';
import { practiceCardTables, shopTables } from './migrations/001-shop.ts';
import { identityTables } from './migrations/002-identity.ts';
import { addListingFilters } from './migrations/003-listing-filters.ts';
import { similarListings } from './migrations/004-similar-listings.ts';
import { addOrderLifecycle } from './migrations/005-order-life.ts';
import { addSearchKeys } from './migrations/006-shelf.ts';
import { leaseTable } from './migrations/007-processes.ts';
import { outbox } from './migrations/008-outbox.ts';
import { addSignIns } from './migrations/009-sign-ins.ts';
import { photoTables } from './migrations/010-photos.ts';
import { addPhotos } from './migrations/011-listing-photos.ts';
import { oneOwnerEach } from './migrations/012-identity-accounts.ts';
import { addImei } from './migrations/013-imei.ts';
import { priceEstimateIndices } from './migrations/014-worth.ts';
import { phoneModels } from './migrations/015-models.ts';
import { drafts } from './migrations/016-drafts.ts';
import { photoHashes } from './migrations/017-photo-prints.ts';
import { addUpdates } from './migrations/018-updates.ts';
import { listingImports } from './migrations/019-imports.ts';
import { auditLog } from './migrations/020-audit.ts';
import { addModeration } from './migrations/021-moderation.ts';
import { spentBudgets } from './migrations/022-security.ts';
import { shopSettings } from './migrations/023-settings.ts';
import { personalData } from './migrations/024-personal-data.ts';
import { secondFactors } from './migrations/025-second-factor.ts';
import { recentProof } from './migrations/026-recent-proof.ts';
import { passkeys } from './migrations/027-passkeys.ts';
import { referToPeople } from './migrations/028-messages.ts';
import { contactViews } from './migrations/029-contact-views.ts';
import { reservations } from './migrations/030-reservations.ts';
import { disputes } from './migrations/031-disputes.ts';
import { forgetPlainResetLinks } from './migrations/032-hashed-links.ts';
import { adoptPlainNames } from './migrations/033-plain-names.ts';
import { conditionAnswers } from './migrations/034-condition-answers.ts';
import { extendModelKeys } from './migrations/036-long-titles.ts';
import { firstPurchase } from './migrations/037-first-purchase.ts';
import { addFulfillment } from './migrations/038-fulfillment.ts';
import { paidCards } from './migrations/039-paid-cards.ts';
import { personWords } from './migrations/040-person-words.ts';
import { lookups } from './migrations/041-lookups.ts';
import { problems } from './migrations/042-problems.ts';
import { meetings } from './migrations/043-meetings.ts';
import { practiceAccounts } from './migrations/044-practice-accounts.ts';
import { payouts } from './migrations/045-payouts.ts';
import { reviews } from './migrations/046-reviews.ts';
import { addHandover } from './migrations/047-handover.ts';
import { lostDisputes } from './migrations/048-lost-disputes.ts';
import { meetingPlaces } from './migrations/049-meeting-places.ts';
import { editing } from './migrations/050-editing.ts';
import { references } from './migrations/051-references.ts';
import { conversations } from './migrations/052-conversations.ts';
import { savedPhones } from './migrations/053-saved-phones.ts';
import { notificationSettings } from './migrations/054-notification-settings.ts';
import { answerTimes } from './migrations/055-answer-times.ts';
import { conversationReports } from './migrations/056-conversation-reports.ts';
import { alerts } from './migrations/057-alerts.ts';
import { cities } from './migrations/058-cities.ts';
import { messagePhotos } from './migrations/059-message-photos.ts';
import { offers } from './migrations/060-offers.ts';
import { push } from './migrations/061-push.ts';
import { repairs } from './migrations/062-repairs.ts';
import { listingViews } from './migrations/063-listing-views.ts';
import { savedSearches } from './migrations/064-saved-searches.ts';
import { wantedAds } from './migrations/065-wanted-ads.ts';
import { unseenMatches } from './migrations/066-unseen-matches.ts';
import { presentations } from './migrations/067-presentations.ts';
import { pausedListings } from './migrations/068-paused-listings.ts';
import { removedReviews } from './migrations/069-removed-reviews.ts';
import { messagesOfAuthor } from './migrations/070-messages-of-author.ts';
import { recordsOfPerson } from './migrations/071-records-of-person.ts';
import { wholeReads } from './migrations/072-whole-reads.ts';
import { phoneTests } from './migrations/073-phone-tests.ts';
import { passports } from './migrations/074-passports.ts';
import { photoOrigins } from './migrations/075-photo-origins.ts';
import { countsOfSeller } from './migrations/076-counts-of-seller.ts';
import { modelPriceIndices } from './migrations/077-model-prices.ts';
import { testedListings } from './migrations/078-tested-listings.ts';
import { coveringLists } from './migrations/079-covering-lists.ts';
import { peopleToErase } from './migrations/080-people-to-erase.ts';
import { uploaders } from './migrations/081-uploaders.ts';
import { removedWantedAds } from './migrations/082-removed-wanted-ads.ts';
import { refusedRefunds } from './migrations/083-refused-refunds.ts';
import { readingImports } from './migrations/084-reading-imports.ts';
import { matchesOfSearches } from './migrations/085-matches-of-searches.ts';
import { pushesOfDevices } from './migrations/086-pushes-of-devices.ts';
import { erasableAddresses } from './migrations/087-erasable-addresses.ts';
import { warnedConversations } from './migrations/088-warned-conversations.ts';
import { notifiedReviews } from './migrations/089-notified-reviews.ts';
import { decidedReviews } from './migrations/090-decided-reviews.ts';
import { messagesWithPhotos } from './migrations/091-messages-with-photos.ts';

/** By name. */
export type Migrations = Record<string, Migration>;

/** The name of this version's last migration. */
export const LATEST_MIGRATION = knownMigrations().at(-1) ?? '';

/** The names of this version's migrations, in order. */
export function knownMigrations(): string[] {
  return Object.keys(migrationsFor('sqlite')).toSorted();
}

/** Numbered, and never changed once landed: further changes get a new number. */
export function migrationsFor(engine: DatabaseConfig['kind']): Migrations {
  return {
    '001-shop': running([...shopTables, ...practiceCardTables]),
    '002-identity': running(identityTables(engine)),
    '003-listing-filters': { up: addListingFilters },
    '004-similar-listings': running(similarListings),
    '005-order-life': { up: addOrderLifecycle },
    '006-shelf': { up: addSearchKeys },
    '007-processes': running([leaseTable]),
    '008-outbox': running(outbox),
    '009-sign-ins': running(addSignIns),
    '010-photos': running(photoTables),
    '011-listing-photos': { up: addPhotos },
    '012-identity-accounts': running(oneOwnerEach),
    '013-imei': { up: addImei },
    '014-worth': running(priceEstimateIndices),
    '015-models': running(phoneModels),
    '023-settings': running(shopSettings),
    '016-drafts': running(drafts),
    '017-photo-prints': running(photoHashes),
    '018-updates': { up: addUpdates },
    '019-imports': running(listingImports),
    '020-audit': running(auditLog),
    '021-moderation': { up: addModeration },
    '022-security': running(spentBudgets),
    '024-personal-data': running(personalData),
    '025-second-factor': running(secondFactors),
    '026-recent-proof': running(recentProof),
    '027-passkeys': running(passkeys(engine)),
    '028-messages': { up: referToPeople },
    '029-contact-views': running(contactViews),
    '030-reservations': running(reservations),
    '031-disputes': running(disputes),
    '032-hashed-links': running(forgetPlainResetLinks),
    '033-plain-names': { up: adoptPlainNames },
    '034-condition-answers': running(conditionAnswers),
    '036-long-titles': { up: extendModelKeys },
    '037-first-purchase': running(firstPurchase),
    '038-fulfillment': { up: addFulfillment },
    '039-paid-cards': running(paidCards),
    '040-person-words': running(personWords),
    '041-lookups': running(lookups),
    '042-problems': running(problems),
    '043-meetings': running(meetings),
    '044-practice-accounts': running(practiceAccounts),
    '045-payouts': running(payouts),
    '046-reviews': running(reviews),
    '047-handover': running(addHandover),
    '048-lost-disputes': running(lostDisputes),
    '049-meeting-places': running(meetingPlaces),
    '050-editing': running(editing),
    '051-references': running(references),
    '052-conversations': running(conversations),
    '053-saved-phones': running(savedPhones),
    '054-notification-settings': running(notificationSettings),
    '055-answer-times': running(answerTimes),
    '056-conversation-reports': running(conversationReports),
    '057-alerts': running(alerts),
    '058-cities': running(cities),
    '059-message-photos': running(messagePhotos),
    '060-offers': running(offers),
    '061-push': running(push),
    '062-repairs': running(repairs),
    '063-listing-views': running(listingViews),
    '064-saved-searches': running(savedSearches),
    '065-wanted-ads': running(wantedAds),
    '066-unseen-matches': running(unseenMatches),
    '067-presentations': running(presentations),
    '068-paused-listings': running(pausedListings),
    '069-removed-reviews': running(removedReviews),
    '070-messages-of-author': running(messagesOfAuthor),
    '071-records-of-person': running(recordsOfPerson),
    '072-whole-reads': running(wholeReads),
    '073-phone-tests': running(phoneTests),
    '074-passports': running(passports),
    '075-photo-origins': running(photoOrigins),
    '076-counts-of-seller': running(countsOfSeller),
    '077-model-prices': running(modelPriceIndices),
    '078-tested-listings': running(testedListings),
    '079-covering-lists': running(coveringLists),
    '080-people-to-erase': running(peopleToErase),
    '081-uploaders': running(uploaders),
    '082-removed-wanted-ads': running(removedWantedAds),
    '083-refused-refunds': running(refusedRefunds),
    '084-reading-imports': running(readingImports),
    '085-matches-of-searches': running(matchesOfSearches),
    '086-pushes-of-devices': running(pushesOfDevices),
    '087-erasable-addresses': running(erasableAddresses(engine)),
    '088-warned-conversations': running(warnedConversations),
    '089-notified-reviews': { up: notifiedReviews },
    '090-decided-reviews': running(decidedReviews),
    '091-messages-with-photos': running(messagesWithPhotos),
  };
}

function running(statements: string[]): Migration {
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}
