"""Write `names/tables/capitals.json`: capitals, each in the languages that answers are written in.

Run by hand when babel's CLDR moves; the package itself does not depend on babel. Which city is
whose capital stands here; CLDR adds how other languages call those that a time zone is named after.
"""

from __future__ import annotations

import json
from pathlib import Path

from babel import Locale
from state_names import LOCALES, PACKAGE

from atlas_grader.names.keys import name_key

CAPITALS = """
    AD Andorra la Vella; AE Abu Dhabi; AF Kabul; AG St. John's; AI The Valley; AL Tirana; AM Yerevan;
    AO Luanda; AR Buenos Aires; AS Pago Pago; AT Vienna; AU Canberra; AW Oranjestad; AX Mariehamn; AZ Baku;
    BA Sarajevo; BB Bridgetown; BD Dhaka; BD Dacca; BE Brussels; BF Ouagadougou; BG Sofia; BH Manama;
    BI Gitega; BI Bujumbura; BJ Porto-Novo; BJ Cotonou; BM Hamilton; BN Bandar Seri Begawan; BO La Paz;
    BO Sucre; BR Brasília; BS Nassau; BT Thimphu; BW Gaborone; BY Minsk; BZ Belmopan; CA Ottawa;
    CD Kinshasa; CD Léopoldville; CF Bangui; CG Brazzaville; CH Bern; CI Yamoussoukro; CI Abidjan;
    CK Avarua; CL Santiago; CM Yaoundé; CN Beijing; CN Peking; CO Bogotá; CR San José; CU Havana; CV Praia;
    CW Willemstad; CY Nicosia; CZ Prague; DE Berlin; DJ Djibouti; DK Copenhagen; DM Roseau;
    DO Santo Domingo; DZ Algiers; EC Quito; EE Tallinn; EG Cairo; EH Laayoune; EH El Aaiún; ER Asmara;
    ES Madrid; ET Addis Ababa; FI Helsinki; FJ Suva; FK Stanley; FM Palikir; FO Tórshavn; FR Paris;
    GA Libreville; GB London; GB-NIR Belfast; GB-SCT Edinburgh; GB-WLS Cardiff; GD St. George's; GE Tbilisi;
    GF Cayenne; GH Accra; GL Nuuk; GM Banjul; GN Conakry; GP Basse-Terre; GQ Malabo; GR Athens;
    GT Guatemala City; GU Hagåtña; GW Bissau; GY Georgetown; HN Tegucigalpa; HR Zagreb; HT Port-au-Prince;
    HU Budapest; ID Jakarta; IE Dublin; IL Jerusalem; IL Tel Aviv; IM Douglas; IN New Delhi; IN Delhi;
    IQ Baghdad; IR Tehran; IR Teheran; IS Reykjavík; IT Rome; JM Kingston; JO Amman; JP Tokyo; KE Nairobi;
    KG Bishkek; KH Phnom Penh; KI Tarawa; KI South Tarawa; KM Moroni; KN Basseterre; KP Pyongyang; KR Seoul;
    KW Kuwait City; KY George Town; KZ Astana; KZ Almaty; KZ Nur-Sultan; LA Vientiane; LB Beirut;
    LC Castries; LI Vaduz; LK Colombo; LK Sri Jayawardenepura Kotte; LR Monrovia; LS Maseru; LT Vilnius;
    LU Luxembourg City; LV Riga; LY Tripoli; MA Rabat; MC Monaco; MD Chișinău; ME Podgorica; MF Marigot;
    MG Antananarivo; MH Majuro; MK Skopje; ML Bamako; MM Naypyidaw; MM Yangon; MM Rangoon; MN Ulaanbaatar;
    MN Ulan Bator; MP Saipan; MQ Fort-de-France; MR Nouakchott; MS Plymouth; MT Valletta; MU Port Louis;
    MV Malé; MW Lilongwe; MX Mexico City; MY Kuala Lumpur; MZ Maputo; NA Windhoek; NC Nouméa; NE Niamey;
    NG Abuja; NG Lagos; NI Managua; NL Amsterdam; NL The Hague; NO Oslo; NP Kathmandu; NP Katmandu;
    NR Yaren; NU Alofi; NZ Wellington; OM Muscat; PA Panama City; PE Lima; PF Papeete; PG Port Moresby;
    PH Manila; PK Islamabad; PL Warsaw; PR San Juan; PS Ramallah; PT Lisbon; PW Ngerulmud; PY Asunción;
    QA Doha; RE Saint-Denis; RO Bucharest; RS Belgrade; RU Moscow; RW Kigali; SA Riyadh; SB Honiara;
    SC Victoria; SD Khartoum; SE Stockholm; SG Singapore; SH Jamestown; SI Ljubljana; SK Bratislava;
    SL Freetown; SM San Marino; SN Dakar; SO Mogadishu; SR Paramaribo; SS Juba; ST São Tomé;
    SV San Salvador; SX Philipsburg; SY Damascus; SZ Mbabane; SZ Lobamba; TC Cockburn Town; TD N'Djamena;
    TG Lomé; TH Bangkok; TJ Dushanbe; TL Dili; TM Ashgabat; TN Tunis; TO Nukuʻalofa; TR Ankara;
    TT Port of Spain; TV Funafuti; TW Taipei; TZ Dodoma; TZ Dar es Salaam; UA Kyiv; UA Kiev; UG Kampala;
    US Washington, D.C.; US Washington DC; US-GA Atlanta; UY Montevideo; UZ Tashkent; VA Vatican City;
    VC Kingstown; VE Caracas; VG Road Town; VI Charlotte Amalie; VN Hanoi; VU Port Vila; WF Mata-Utu;
    WS Apia; XK Pristina; YE Sana'a; YE Aden; YT Mamoudzou; ZA Pretoria; ZA Cape Town; ZM Lusaka; ZW Harare;
    NCY North Nicosia; SOL-L Hargeisa
"""


def capitals() -> dict[str, str]:
    """State → the keys of its capitals' names, parted by bars."""
    found: dict[str, set[str]] = {}
    locales = [Locale.parse(locale) for locale in LOCALES.split()]
    named = {zone for locale in locales for zone in locale.time_zones}
    zones = {name_key(zone.rpartition("/")[2]).joined: zone for zone in named if zone.count("/") == 1}
    for pair in CAPITALS.replace("\n", " ").split(";"):
        state, _, city = pair.strip().partition(" ")
        city = city.strip()
        zone = zones.get(name_key(city).joined, "")
        told = (locale.time_zones.get(zone, {}).get("city", "") for locale in locales)
        keys = (name_key(name).joined for name in (city, *told))
        found.setdefault(state, set()).update(filter(None, keys))
    return {state: "|".join(sorted(keys)) for state, keys in sorted(found.items())}


def main() -> None:
    """Write the table, a state a line, so that a change shows as a short diff."""
    about = "Capitals by ISO code. Generated by tools/capital_names.py; names from CLDR (Unicode License v3)"
    table = {"about": about, **capitals()}
    lines = [f" {json.dumps(key)}: {json.dumps(names, ensure_ascii=False)}" for key, names in table.items()]
    Path(PACKAGE / "names/tables/capitals.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
