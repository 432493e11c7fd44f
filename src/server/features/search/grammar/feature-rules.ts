import { fact, flag, type Rule, required, rule } from './rule.ts';

export const FEATURES: Rule[] = [
  flag('5G', 'fiveG', ['5 g ready|capable|enabled|network|support?'], ['5g']),
  flag('Dual SIM', 'dualSim', ['dual|double|two|2 sim|sims card|cards|slots?', 'dualsim'], ['dualsim']),
  flag('eSIM', 'esim', ['esim|esims', 'e sim'], ['esim']),
  flag('Headphone jack', 'jack', [
    'headphone|headphones|earphone|earphones|audio|aux jack|port|socket|input|plug|connector',
    '3.5|3,5 mm headphone|audio|aux? jack|port?',
    'aux',
  ]),
  flag(
    'Unlocked',
    'unlocked',
    [
      'network|carrier|sim|factory|fully? unlocked for|to? any|all? carrier|carriers|network|networks?',
      'not|isnt locked',
      'sim|carrier|lock free',
      'simfree',
      'works? on|with|for any|all|every carrier|carriers|network|networks',
      'any carrier|network',
    ],
    ['unlocked'],
  ),
  flag('No contract', 'noContract', ['no|without a|any? contract|contracts|plan', 'contract free']),
  flag(
    'Warranty',
    'warranty',
    ['still|under|in|with|has|have|having under|in|has|have|a? warranty|guarantee left|remaining?', 'warranty|guarantee left|remaining|included?'],
    ['warranty', 'guarantee'],
  ),
  flag('Android', 'android', ['android|androids'], ['android']),
  // The version isn’t compared: sellers write it in many ways.
  rule(['android <n> plus? or? newer|higher|above|up?'], () => [fact('Android', 'android', ['android']), { is: 'unknown' }]),
  flag('iOS', 'ios', ['ios']),
  flag('Water resistant', 'waterResistant', ['water|splash proof|resistant|resistance', 'waterproof', 'ip67|ip68|ip58']),
  flag('NFC', 'nfc', ['nfc', 'contactless payment|payments?']),
  rule(['wireless charging|charge|charger', 'charges|charge wirelessly', 'qi charging?'], () => [
    required('Wireless charging', { about: 'flags', any: ['wirelessFeature', 'wirelessBattery'] }),
  ]),
  flag('USB-C', 'usbC', ['usb|type c port|charging|charger|connector?', 'usbc', 'usb type c port?']),
  flag('Fingerprint reader', 'fingerprint', ['fingerprint|fingerprints reader|scanner|sensor|unlock?', 'touch id']),
  flag('microSD slot', 'memoryCard', ['sd|microsd|memory card slot?', 'micro sd card? slot?', 'expandable storage|memory', 'microsd']),
  flag('OLED screen', 'oled', ['oled|amoled screen|display|panel?']),
  flag('120 Hz screen', 'hertz120', ['120|144 hz screen|display|refresh? rate?', 'high refresh rate screen|display?']),
  rule(['verified|trusted|checked|reliable seller|sellers only?', 'seller|sellers is|are? verified|trusted', 'verified only?'], () => [
    required('Verified seller', { about: 'verified' }),
  ]),
];
