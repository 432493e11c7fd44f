/** The specification's keys and labels, in the order of the form and tables. `LISTING_FIELDS` has what applies to all of them. */
export const SPECIFICATION_LABELS = {
  network: 'Network',
  Dimensions: 'Dimensions',
  weight: 'Weight',
  build: 'Build',
  SIM: 'SIM',
  display_technology: 'Display technology',
  display_size: 'Display size',
  display_resolution: 'Display resolution',
  processor: 'Processor',
  chipset: 'Chipset',
  storage: 'Storage',
  rear_camera: 'Rear camera',
  front_camera: 'Front camera',
  headphone_jack: 'Headphone jack',
  connectivity: 'Connectivity',
  sensors: 'Sensors',
  battery: 'Battery',
  operating_system: 'Operating system',
  ram: 'RAM',
  model_number: 'Model number',
  contract: 'Contract',
  lock_status: 'Lock status',
  manufacturer_warranty: 'Manufacturer warranty',
  features: 'Features',
  region_of_origin: 'Region of origin',
} as const;

export type SpecificationKey = keyof typeof SPECIFICATION_LABELS;
export const SPECIFICATION_KEYS = Object.keys(SPECIFICATION_LABELS) as SpecificationKey[];
