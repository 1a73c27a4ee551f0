graph [
  DateObtained "20/07/11"
  GeoLocation "Ireland"
  GeoExtent "Country"
  Network "Heanet"
  Provenance "Primary"
  Note "Main page at www.hea.net contains no useful topology information."
  Source "http://www.hea.net/index_new.php"
  Version "1.0"
  DateType "Current"
  Type "REN"
  Backbone 1
  Commercial 0
  label "Heanet"
  ToolsetVersion "0.3.34dev-20120328"
  Customer 1
  IX 0
  SourceGitVersion "e278b1b"
  DateModifier "="
  DateMonth "07"
  LastAccess "20/07/11"
  Access 0
  Layer "IP"
  LastProcessed "2011_09_01"
  Developed 0
  Transit 0
  Creator "Topology Zoo Toolset"
  NetworkDate "2011_07"
  DateYear "2011"
  Testbed 0
  node [
    id 0
    label "Galway"
    Country "Ireland"
    Longitude -9.04889
    y "104.0"
    Internal 1
    Latitude 53.27194
    x "119.0"
  ]
  node [
    id 1
    label "Limerick"
    Country "Ireland"
    Longitude -8.62306
    y "149.0"
    Internal 1
    Latitude 52.66472
    x "100.0"
  ]
  node [
    id 2
    label "Cork"
    Country "Ireland"
    Longitude -8.49583
    y "273.0"
    Internal 1
    Latitude 51.89861
    x "90.0"
  ]
  node [
    id 3
    label "CityWest"
    Country "Ireland"
    Longitude -6.26719
    y "85.0"
    Internal 1
    Latitude 53.34399
    x "275.0"
  ]
  node [
    id 4
    label "DCU (Dublin City University"
    Country "Ireland"
    Longitude -6.26719
    y "114.0"
    Internal 1
    Latitude 53.34399
    x "372.0"
  ]
  node [
    id 5
    label "TDC (Trinity College Dublin)"
    Country "Ireland"
    Longitude -6.26719
    y "270.0"
    Internal 1
    Latitude 53.34399
    x "403.0"
  ]
  node [
    id 6
    label "Kilcarbery"
    Country "Ireland"
    Longitude -6.26719
    y "269.0"
    Internal 1
    Latitude 53.34399
    x "270.0"
  ]
  edge [
    source 0
    target 3
    id "e0"
  ]
  edge [
    source 0
    target 6
    id "e1"
  ]
  edge [
    source 1
    target 2
    id "e2"
  ]
  edge [
    source 1
    target 3
    id "e3"
  ]
  edge [
    source 1
    target 6
    id "e4"
  ]
  edge [
    source 2
    target 3
    id "e5"
  ]
  edge [
    source 3
    target 4
    id "e6"
  ]
  edge [
    source 3
    target 5
    id "e7"
  ]
  edge [
    source 3
    target 5
    id "e8"
  ]
  edge [
    source 3
    target 6
    id "e10"
  ]
  edge [
    source 3
    target 6
    id "e9"
  ]
  edge [
    source 4
    target 6
    id "e11"
  ]
  edge [
    source 5
    target 6
    id "e12"
  ]
]
