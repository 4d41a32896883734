/** A notice of an offering as the SEC keeps it. */
export const formDDocument = (
  more: { amounts?: string; sale?: string; kind?: string; names?: string; industry?: string } = {},
) => `<?xml version="1.0"?>
<edgarSubmission><schemaVersion>X0708</schemaVersion><submissionType>D</submissionType><testOrLive>LIVE</testOrLive>
<primaryIssuer><cik>0001234567</cik><entityName>Acme Robotics, Inc.</entityName>
<issuerAddress><street1>1 Example Way</street1><city>SPRINGFIELD</city><stateOrCountryDescription>OREGON</stateOrCountryDescription></issuerAddress>
<issuerPreviousNameList>${more.names ?? '<value>None</value>'}</issuerPreviousNameList><edgarPreviousNameList><value>None</value></edgarPreviousNameList>
<entityType>Corporation</entityType><yearOfInc><withinFiveYears>true</withinFiveYears><value>2023</value></yearOfInc></primaryIssuer>
<relatedPersonsList><relatedPersonInfo><relatedPersonName><firstName>Ada</firstName><middleName>Q</middleName><lastName>Sample</lastName></relatedPersonName>
<relatedPersonRelationshipList><relationship>Executive Officer</relationship><relationship>Director</relationship></relatedPersonRelationshipList></relatedPersonInfo>
<relatedPersonInfo><relatedPersonName><firstName>-</firstName><lastName>N/A</lastName></relatedPersonName></relatedPersonInfo></relatedPersonsList>
<offeringData><industryGroup><industryGroupType>${more.industry ?? 'Other Technology'}</industryGroupType></industryGroup>
<typeOfFiling><newOrAmendment><isAmendment>${more.kind ?? 'false'}</isAmendment></newOrAmendment>
<dateOfFirstSale>${more.sale ?? '<value>2026-02-20</value>'}</dateOfFirstSale></typeOfFiling>
<offeringSalesAmounts>${more.amounts ?? '<totalOfferingAmount>5000000</totalOfferingAmount><totalAmountSold>4250000</totalAmountSold><totalRemaining>750000</totalRemaining>'}</offeringSalesAmounts>
<investors><hasNonAccreditedInvestors>false</hasNonAccreditedInvestors><totalNumberAlreadyInvested>12</totalNumberAlreadyInvested></investors></offeringData></edgarSubmission>`
