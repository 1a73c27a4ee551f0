graph [
  DateObtained "24/10/10"
  GeoLocation "Europe"
  GeoExtent "Continent"
  Network "Interroute "
  Provenance "Primary"
  Note "Note: self loops do exist (eg Dubai, Luxembourg)"
  Source "http://www.interoute.com/node/150"
  Version "1.0"
  DateType "Current"
  Type "COM"
  Backbone 1
  Commercial 0
  label "Interoute"
  ToolsetVersion "0.3.34dev-20120328"
  Customer 1
  IX 0
  SourceGitVersion "e278b1b"
  DateModifier "="
  DateMonth "08"
  LastAccess "3/08/10"
  Access 0
  Layer "Simplified Fibre"
  Creator "Topology Zoo Toolset"
  Developed 0
  Transit 1
  NetworkDate "2010_08"
  DateYear "2010"
  LastProcessed "2011_09_01"
  Testbed 0
  node [
    id 0
    label "Bremen"
    Country "Germany"
    Longitude 8.80777
    Internal 1
    Latitude 53.07516
    type "Pop"
  ]
  node [
    id 1
    label "Poznan"
    Country "Poland"
    Longitude 16.96667
    Internal 1
    Latitude 52.41667
    type "Pop"
  ]
  node [
    id 2
    label "Pisa"
    Country "Italy"
    Longitude 10.39659
    Internal 1
    Latitude 43.71553
    type "Pop"
  ]
  node [
    id 3
    label "Florence"
    Country "Italy"
    Longitude 11.25
    Internal 1
    Latitude 43.76667
    type "Pop"
  ]
  node [
    id 4
    label "Udine"
    Country "Italy"
    Longitude 13.24222
    Internal 1
    Latitude 46.06194
    type "Pop"
  ]
  node [
    id 5
    label "Graz"
    Country "Austria"
    Longitude 15.45
    Internal 1
    Latitude 47.06667
    type "Pop"
  ]
  node [
    id 6
    label "Salzburg"
    Country "Austria"
    Longitude 13.04399
    Internal 1
    Latitude 47.79941
    type "Pop"
  ]
  node [
    id 7
    label "Nuremberg"
    Country "Germany"
    Longitude 11.06833
    Internal 1
    Latitude 49.44778
    type "Pop"
  ]
  node [
    id 8
    label "Leipzig"
    Country "Germany"
    Longitude 12.37129
    Internal 1
    Latitude 51.33962
    type "Pop"
  ]
  node [
    id 9
    label "Dresden"
    Country "Germany"
    Longitude 13.73832
    Internal 1
    Latitude 51.05089
    type "Pop"
  ]
  node [
    id 10
    label "London"
    Country "United Kingdom"
    Longitude -0.12574
    Internal 1
    Latitude 51.50853
    type "Ring Interconnector and MAN"
  ]
  node [
    id 11
    label "Brussels"
    Country "Belgium"
    Longitude 4.34878
    Internal 1
    Latitude 50.85045
    type "Ring Interconnector and MAN"
  ]
  node [
    id 12
    label "Stuttgart"
    Country "Germany"
    Longitude 9.17702
    Internal 1
    Latitude 48.78232
    type "Ring Interconnector and MAN"
  ]
  node [
    id 13
    label "Amsterdam"
    Country "Netherlands"
    Longitude 4.88969
    Internal 1
    Latitude 52.37403
    type "Ring Interconnector and MAN"
  ]
  node [
    id 14
    label "Moscow"
    Country "Russia"
    Longitude 37.61556
    Internal 1
    Latitude 55.75222
    type "Pop"
  ]
  node [
    id 15
    label "Helsinki"
    Country "Finland"
    Longitude 24.93545
    Internal 1
    Latitude 60.16952
    type "Pop"
  ]
  node [
    id 16
    label "Paris"
    Country "France"
    Longitude 2.3488
    Internal 1
    Latitude 48.85341
    type "Ring Interconnector and MAN"
  ]
  node [
    id 17
    label "Dubai"
    Internal 1
    type "Ring Interconnector and MAN"
  ]
  node [
    id 18
    label "Frankfurt"
    Country "Germany"
    Longitude 8.68333
    Internal 1
    Latitude 50.11667
    type "Ring Interconnector and MAN"
  ]
  node [
    id 19
    label "Munich"
    Country "Germany"
    Longitude 11.57549
    Internal 1
    Latitude 48.13743
    type "Ring Interconnector and MAN"
  ]
  node [
    id 20
    label "Calais"
    Country "France"
    Longitude 1.85205
    Internal 1
    Latitude 50.9581
    type "Pop"
  ]
  node [
    id 21
    label "Liege"
    Country "Belgium"
    Longitude 5.57178
    Internal 1
    Latitude 50.64119
    type "Pop"
  ]
  node [
    id 22
    label "Dublin"
    Country "Ireland"
    Longitude -6.26719
    Internal 1
    Latitude 53.34399
    type "Pop"
  ]
  node [
    id 23
    label "Slough"
    Country "United Kingdom"
    Longitude -0.58333
    Internal 1
    Latitude 51.5
    type "Pop"
  ]
  node [
    id 24
    label "Nancy"
    Country "France"
    Longitude 6.2
    Internal 1
    Latitude 48.68333
    type "Pop"
  ]
  node [
    id 25
    label "Basle"
    Country "Switzerland"
    Longitude 7.6
    Internal 1
    Latitude 47.56667
    type "Pop"
  ]
  node [
    id 26
    label "Karlsruhe"
    Country "Germany"
    Longitude 8.38583
    Internal 1
    Latitude 49.00472
    type "Pop"
  ]
  node [
    id 27
    label "Strasbourg"
    Country "France"
    Longitude 7.75
    Internal 1
    Latitude 48.58333
    type "Pop"
  ]
  node [
    id 28
    label "Berne"
    Country "Switzerland"
    Longitude 7.44744
    Internal 1
    Latitude 46.94809
    type "Pop"
  ]
  node [
    id 29
    label "Lausanne"
    Country "Switzerland"
    Longitude 6.63282
    Internal 1
    Latitude 46.516
    type "Pop"
  ]
  node [
    id 30
    label "None"
    hyperedge 1
    Internal 1
  ]
  node [
    id 31
    label "None"
    hyperedge 1
    Internal 1
  ]
  node [
    id 32
    label "Budapest"
    Country "Hungary"
    Longitude 19.03991
    Internal 1
    Latitude 47.49801
    type "Ring Interconnector and MAN"
  ]
  node [
    id 33
    label "Vienna"
    Country "Austria"
    Longitude 16.37208
    Internal 1
    Latitude 48.20849
    type "Ring Interconnector and MAN"
  ]
  node [
    id 34
    label "Dusseldorf"
    Country "Germany"
    Longitude 6.77616
    Internal 1
    Latitude 51.22172
    type "Ring Interconnector and MAN"
  ]
  node [
    id 35
    label "Hamburg"
    Country "Germany"
    Longitude 10.0
    Internal 1
    Latitude 53.55
    type "Ring Interconnector and MAN"
  ]
  node [
    id 36
    label "None"
    hyperedge 1
    Internal 1
  ]
  node [
    id 37
    label "None"
    hyperedge 1
    Internal 1
  ]
  node [
    id 38
    label "Milan"
    Country "Italy"
    Longitude 9.18951
    Internal 1
    Latitude 45.46427
    type "Ring Interconnector and MAN"
  ]
  node [
    id 39
    label "Berlin"
    Country "Germany"
    Longitude 13.41053
    Internal 1
    Latitude 52.52437
    type "City Network/MAN"
  ]
  node [
    id 40
    label "Sofia"
    Country "Bulgaria"
    Longitude 23.32415
    Internal 1
    Latitude 42.69751
    type "Ring Interconnector"
  ]
  node [
    id 41
    label "Edirne"
    Internal 1
    type "Ring Interconnector"
  ]
  node [
    id 42
    label "Bucharest"
    Country "Romania"
    Longitude 26.10626
    Internal 1
    Latitude 44.43225
    type "Ring Interconnector"
  ]
  node [
    id 43
    label "Timisoara"
    Country "Romania"
    Longitude 21.22722
    Internal 1
    Latitude 45.74944
    type "Ring Interconnector"
  ]
  node [
    id 44
    label "Stockholm"
    Country "Sweden"
    Longitude 18.0649
    Internal 1
    Latitude 59.33258
    type "Ring Interconnector"
  ]
  node [
    id 45
    label "Brno"
    Country "Czech Republic"
    Longitude 16.60796
    Internal 1
    Latitude 49.19522
    type "Ring Interconnector"
  ]
  node [
    id 46
    label "Cologne"
    Country "Germany"
    Longitude 6.95
    Internal 1
    Latitude 50.93333
    type "Ring Interconnector"
  ]
  node [
    id 47
    label "Bonn"
    Country "Germany"
    Longitude 7.1
    Internal 1
    Latitude 50.73333
    type "Ring Interconnector"
  ]
  node [
    id 48
    label "Venice"
    Country "Italy"
    Longitude 12.32667
    Internal 1
    Latitude 45.43861
    type "Ring Interconnector"
  ]
  node [
    id 49
    label "Bologna"
    Country "Italy"
    Longitude 11.33875
    Internal 1
    Latitude 44.49381
    type "Ring Interconnector"
  ]
  node [
    id 50
    label "Narborne"
    Country "France"
    Longitude 3.0
    Internal 1
    Latitude 43.18333
    type "Ring Interconnector"
  ]
  node [
    id 51
    label "Bordeaux"
    Country "France"
    Longitude -0.56667
    Internal 1
    Latitude 44.83333
    type "Ring Interconnector"
  ]
  node [
    id 52
    label "Zurich"
    Country "Switzerland"
    Longitude 8.55
    Internal 1
    Latitude 47.36667
    type "City Network/MAN"
  ]
  node [
    id 53
    label "Copenhagen"
    Country "Denmark"
    Longitude 12.56553
    Internal 1
    Latitude 55.67594
    type "Pop"
  ]
  node [
    id 54
    label "Turin"
    Country "Italy"
    Longitude 7.68682
    Internal 1
    Latitude 45.07049
    type "Ring Interconnector"
  ]
  node [
    id 55
    label "Genoa"
    Country "Italy"
    Longitude 8.93386
    Internal 1
    Latitude 44.40632
    type "Ring Interconnector"
  ]
  node [
    id 56
    label "Lyon"
    Country "France"
    Longitude 4.85
    Internal 1
    Latitude 45.75
    type "Ring Interconnector"
  ]
  node [
    id 57
    label "Marseille"
    Country "France"
    Longitude 5.38107
    Internal 1
    Latitude 43.29695
    type "Ring Interconnector"
  ]
  node [
    id 58
    label "Bruges"
    Country "Belgium"
    Longitude 3.22424
    Internal 1
    Latitude 51.20892
    type "Pop"
  ]
  node [
    id 59
    label "Gotenburg"
    Country "Sweden"
    Longitude 11.96679
    Internal 1
    Latitude 57.70716
    type "Pop"
  ]
  node [
    id 60
    label "Oslo"
    Country "Norway"
    Longitude 10.74609
    Internal 1
    Latitude 59.91273
    type "Pop"
  ]
  node [
    id 61
    label "Zandvort"
    Country "Netherlands"
    Longitude 4.53409
    Internal 1
    Latitude 52.37487
    type "Pop"
  ]
  node [
    id 62
    label "Istanbul"
    Country "Russia"
    Longitude 44.8332
    Internal 1
    Latitude 52.8557
    type "Pop"
  ]
  node [
    id 63
    label "Bari"
    Country "Italy"
    Longitude 16.85118
    Internal 1
    Latitude 41.11773
    type "Pop"
  ]
  node [
    id 64
    label "Prague"
    Country "Czech Republic"
    Longitude 14.42076
    Internal 1
    Latitude 50.08804
    type "Pop"
  ]
  node [
    id 65
    label "Warsaw"
    Country "Poland"
    Longitude 21.01178
    Internal 1
    Latitude 52.22977
    type "Pop"
  ]
  node [
    id 66
    label "Szolnok"
    Country "Hungary"
    Longitude 20.2
    Internal 1
    Latitude 47.18333
    type "Pop"
  ]
  node [
    id 67
    label "Krakow"
    Country "Poland"
    Longitude 19.91667
    Internal 1
    Latitude 50.08333
    type "Pop"
  ]
  node [
    id 68
    label "Ruse"
    Country "Bulgaria"
    Longitude 25.97083
    Internal 1
    Latitude 43.85639
    type "Pop"
  ]
  node [
    id 69
    label "Szeged"
    Country "Hungary"
    Longitude 20.14824
    Internal 1
    Latitude 46.253
    type "Pop"
  ]
  node [
    id 70
    label "Pescara"
    Country "Italy"
    Longitude 14.21021
    Internal 1
    Latitude 42.46024
    type "Pop"
  ]
  node [
    id 71
    label "Thessalonika"
    Country "Greece"
    Longitude 22.94389
    Internal 1
    Latitude 40.64028
    type "Pop"
  ]
  node [
    id 72
    label "Lille"
    Country "France"
    Longitude 3.06667
    Internal 1
    Latitude 50.63333
    type "Ring Interconnector"
  ]
  node [
    id 73
    label "Luxembourg"
    Country "Luxembourg"
    Longitude 6.13
    Internal 1
    Latitude 49.61167
    type "Ring Interconnector"
  ]
  node [
    id 74
    label "Bratislava"
    Country "Slovakia"
    Longitude 17.10674
    Internal 1
    Latitude 48.14816
    type "City Network/MAN"
  ]
  node [
    id 75
    label "Hannover"
    Country "Germany"
    Longitude 9.73322
    Internal 1
    Latitude 52.37052
    type "City Network/MAN"
  ]
  node [
    id 76
    label "Madrid"
    Country "Spain"
    Longitude -3.70256
    Internal 1
    Latitude 40.4165
    type "City Network/MAN"
  ]
  node [
    id 77
    label "Geneva"
    Country "Switzerland"
    Longitude 6.14569
    Internal 1
    Latitude 46.20222
    type "City Network/MAN"
  ]
  node [
    id 78
    label "Varna"
    Country "Bulgaria"
    Longitude 27.91667
    Internal 1
    Latitude 43.21667
    type "Pop"
  ]
  node [
    id 79
    label "Haskovo"
    Country "Bulgaria"
    Longitude 25.56944
    Internal 1
    Latitude 41.94028
    type "Pop"
  ]
  node [
    id 80
    label "Veliko Turnovo"
    Country "Bulgaria"
    Longitude 25.62904
    Internal 1
    Latitude 43.08124
    type "Pop"
  ]
  node [
    id 81
    label "Plovdiv"
    Country "Bulgaria"
    Longitude 24.75
    Internal 1
    Latitude 42.15
    type "Pop"
  ]
  node [
    id 82
    label "Washington DC"
    Internal 1
    type "Pop"
  ]
  node [
    id 83
    label "New York"
    Country "United Kingdom"
    Longitude -0.14008
    Internal 1
    Latitude 53.07897
    type "Pop"
  ]
  node [
    id 84
    label "Naples"
    Country "Italy"
    Longitude 14.25
    Internal 1
    Latitude 40.83333
    type "Pop"
  ]
  node [
    id 85
    label "Mazara del Vallo"
    Country "Italy"
    Longitude 12.58804
    Internal 1
    Latitude 37.66414
    type "Pop"
  ]
  node [
    id 86
    label "Valencia"
    Country "Spain"
    Longitude -0.37739
    Internal 1
    Latitude 39.46975
    type "Pop"
  ]
  node [
    id 87
    label "Seville"
    Country "Spain"
    Longitude -5.98694
    Internal 1
    Latitude 37.37722
    type "Pop"
  ]
  node [
    id 88
    label "Bilbao"
    Country "Spain"
    Longitude -2.92528
    Internal 1
    Latitude 43.26271
    type "Pop"
  ]
  node [
    id 89
    label "Poltiers"
    Country "France"
    Longitude 0.33333
    Internal 1
    Latitude 46.58333
    type "Pop"
  ]
  node [
    id 90
    label "Cagliari"
    Country "Italy"
    Longitude 9.13462
    Internal 1
    Latitude 39.20738
    type "Pop"
  ]
  node [
    id 91
    label "Olbia"
    Country "Italy"
    Longitude 9.48563
    Internal 1
    Latitude 40.92137
    type "Pop"
  ]
  node [
    id 92
    label "Nice"
    Country "France"
    Longitude 7.26608
    Internal 1
    Latitude 43.70313
    type "Pop"
  ]
  node [
    id 93
    label "Toulouse"
    Country "France"
    Longitude 1.44367
    Internal 1
    Latitude 43.60426
    type "Pop"
  ]
  node [
    id 94
    label "None"
    hyperedge 1
    Internal 1
  ]
  node [
    id 95
    label "Barcelona"
    Country "Spain"
    Longitude 2.15899
    Internal 1
    Latitude 41.38879
    type "City Network/MAN"
  ]
  node [
    id 96
    label "East Africa"
    Internal 0
  ]
  node [
    id 97
    label "South Africa"
    Internal 0
  ]
  node [
    id 98
    label "Athens"
    Internal 0
  ]
  node [
    id 99
    label "Tunis"
    Internal 0
  ]
  node [
    id 100
    label "Malta"
    Internal 0
  ]
  node [
    id 101
    label "Rome"
    Country "Italy"
    Longitude 12.4839
    Internal 1
    Latitude 41.89474
    type "City Network/MAN"
  ]
  node [
    id 102
    label "Essen"
    Country "Germany"
    Longitude 7.01667
    Internal 1
    Latitude 51.45
    type "Pop"
  ]
  node [
    id 103
    label "Dortmund"
    Country "Germany"
    Longitude 7.45
    Internal 1
    Latitude 51.51667
    type "Pop"
  ]
  node [
    id 104
    label "Utrecht"
    Country "Netherlands"
    Longitude 5.12222
    Internal 1
    Latitude 52.09083
    type "Pop"
  ]
  node [
    id 105
    label "Rotterdam"
    Country "Netherlands"
    Longitude 4.47917
    Internal 1
    Latitude 51.9225
    type "Pop"
  ]
  node [
    id 106
    label "Antwerp"
    Country "Belgium"
    Longitude 4.41667
    Internal 1
    Latitude 51.21667
    type "Pop"
  ]
  node [
    id 107
    label "Ghent"
    Country "Belgium"
    Longitude 3.71667
    Internal 1
    Latitude 51.05
    type "Pop"
  ]
  node [
    id 108
    label "Gibraltar"
    Country "Gibraltar"
    Longitude -5.35257
    Internal 1
    Latitude 36.14474
    type "Pop"
  ]
  node [
    id 109
    label "None"
    hyperedge 1
    Internal 1
  ]
  edge [
    source 0
    target 35
    LinkLabel "Dark Green"
  ]
  edge [
    source 0
    target 103
    LinkLabel "Dark Green"
  ]
  edge [
    source 1
    target 65
    LinkLabel "Light Green"
  ]
  edge [
    source 1
    target 39
    LinkLabel "Light Green"
  ]
  edge [
    source 2
    target 3
    LinkLabel "Orange"
  ]
  edge [
    source 2
    target 101
    LinkLabel "Orange"
  ]
  edge [
    source 2
    target 55
    LinkLabel "Orange"
  ]
  edge [
    source 3
    target 49
    LinkLabel "Orange"
  ]
  edge [
    source 3
    target 101
    LinkLabel "Orange"
  ]
  edge [
    source 4
    target 48
    LinkLabel "Dark Blue"
  ]
  edge [
    source 4
    target 5
    LinkLabel "Dark Blue"
  ]
  edge [
    source 5
    target 33
    LinkLabel "Dark Blue"
  ]
  edge [
    source 6
    target 33
    LinkLabel "Dark Blue"
  ]
  edge [
    source 6
    target 19
    LinkLabel "Dark Blue"
  ]
  edge [
    source 7
    target 64
    LinkLabel "Light Green"
  ]
  edge [
    source 7
    target 8
    LinkLabel "Dark Green"
  ]
  edge [
    source 7
    target 18
    LinkLabel "Dark Green"
  ]
  edge [
    source 7
    target 19
    LinkLabel "Dark Green"
  ]
  edge [
    source 8
    target 64
    LinkLabel "Light Green"
  ]
  edge [
    source 8
    target 9
    LinkLabel "Dark Green"
  ]
  edge [
    source 9
    target 39
    LinkLabel "Dark Green"
  ]
  edge [
    source 10
    target 37
    LinkLabel "Red"
  ]
  edge [
    source 10
    target 17
    LinkLabel "Red"
  ]
  edge [
    source 10
    target 82
    LinkLabel "Purple"
  ]
  edge [
    source 10
    target 83
    LinkLabel "Purple"
  ]
  edge [
    source 10
    target 22
    LinkLabel "Dark Blue"
  ]
  edge [
    source 10
    target 22
    LinkLabel "Dark Blue"
  ]
  edge [
    source 10
    target 31
    LinkLabel "Red"
  ]
  edge [
    source 11
    target 72
    LinkLabel "Light Blue"
  ]
  edge [
    source 11
    target 72
    LinkLabel "Red"
  ]
  edge [
    source 11
    target 73
    LinkLabel "Light Blue"
  ]
  edge [
    source 11
    target 106
    LinkLabel "Red"
  ]
  edge [
    source 11
    target 21
    LinkLabel "Red"
  ]
  edge [
    source 12
    target 27
    LinkLabel "Dark Blue"
  ]
  edge [
    source 12
    target 26
    LinkLabel "Dark Green"
  ]
  edge [
    source 12
    target 19
    LinkLabel "Dark Blue"
  ]
  edge [
    source 12
    target 19
    LinkLabel "Dark Green"
  ]
  edge [
    source 12
    target 52
    LinkLabel "Dark Blue"
  ]
  edge [
    source 13
    target 104
    LinkLabel "Red"
  ]
  edge [
    source 13
    target 105
    LinkLabel "Red"
  ]
  edge [
    source 13
    target 61
    LinkLabel "Red"
  ]
  edge [
    source 14
    target 44
    LinkLabel "Red"
  ]
  edge [
    source 14
    target 15
    LinkLabel "Red"
  ]
  edge [
    source 15
    target 44
    LinkLabel "Red"
  ]
  edge [
    source 16
    target 24
    LinkLabel "Pink"
  ]
  edge [
    source 16
    target 89
    LinkLabel "Pink"
  ]
  edge [
    source 16
    target 27
    LinkLabel "Light Blue"
  ]
  edge [
    source 16
    target 72
    LinkLabel "Light Blue"
  ]
  edge [
    source 16
    target 56
    LinkLabel "Pink"
  ]
  edge [
    source 17
    target 17
    LinkLabel "Orange"
  ]
  edge [
    source 17
    target 23
    LinkLabel "Red"
  ]
  edge [
    source 18
    target 26
    LinkLabel "Dark Green"
  ]
  edge [
    source 18
    target 27
    LinkLabel "Light Blue"
  ]
  edge [
    source 18
    target 47
    LinkLabel "Dark Green"
  ]
  edge [
    source 18
    target 47
    LinkLabel "Light Blue"
  ]
  edge [
    source 20
    target 72
    LinkLabel "Red"
  ]
  edge [
    source 20
    target 31
    LinkLabel "Red"
  ]
  edge [
    source 21
    target 46
    LinkLabel "Red"
  ]
  edge [
    source 23
    target 31
    LinkLabel "Red"
  ]
  edge [
    source 24
    target 27
    LinkLabel "Pink"
  ]
  edge [
    source 25
    target 52
    LinkLabel "Dark Blue"
  ]
  edge [
    source 25
    target 28
    LinkLabel "Dark Blue"
  ]
  edge [
    source 28
    target 29
    LinkLabel "Dark Blue"
  ]
  edge [
    source 29
    target 77
    LinkLabel "Dark Blue"
  ]
  edge [
    source 30
    target 100
    LinkLabel "Orange"
  ]
  edge [
    source 30
    target 99
    LinkLabel "Orange"
  ]
  edge [
    source 30
    target 84
    LinkLabel "Orange"
  ]
  edge [
    source 30
    target 85
    LinkLabel "Orange"
  ]
  edge [
    source 32
    target 33
    LinkLabel "Light Green"
  ]
  edge [
    source 32
    target 74
    LinkLabel "Light Green"
  ]
  edge [
    source 32
    target 43
    LinkLabel "Pink"
  ]
  edge [
    source 32
    target 66
    LinkLabel "Pink"
  ]
  edge [
    source 33
    target 45
    LinkLabel "Light Green"
  ]
  edge [
    source 34
    target 104
    LinkLabel "Red"
  ]
  edge [
    source 34
    target 46
    LinkLabel "Dark Green"
  ]
  edge [
    source 34
    target 46
    LinkLabel "Red"
  ]
  edge [
    source 34
    target 102
    LinkLabel "Dark Green"
  ]
  edge [
    source 35
    target 75
    LinkLabel "Dark Green"
  ]
  edge [
    source 35
    target 53
    LinkLabel "Light Blue"
  ]
  edge [
    source 36
    target 75
    LinkLabel "Dark Green"
  ]
  edge [
    source 36
    target 53
    LinkLabel "Dark Green"
  ]
  edge [
    source 36
    target 39
    LinkLabel "Dark Green"
  ]
  edge [
    source 37
    target 58
    LinkLabel "Red"
  ]
  edge [
    source 37
    target 61
    LinkLabel "Red"
  ]
  edge [
    source 38
    target 48
    LinkLabel "Dark Blue"
  ]
  edge [
    source 38
    target 48
    LinkLabel "Orange"
  ]
  edge [
    source 38
    target 49
    LinkLabel "Orange"
  ]
  edge [
    source 38
    target 52
    LinkLabel "Dark Blue"
  ]
  edge [
    source 38
    target 54
    LinkLabel "Dark Blue"
  ]
  edge [
    source 38
    target 54
    LinkLabel "Orange"
  ]
  edge [
    source 40
    target 80
    LinkLabel "Red"
  ]
  edge [
    source 40
    target 41
    LinkLabel "Pink"
  ]
  edge [
    source 40
    target 68
    LinkLabel "Pink"
  ]
  edge [
    source 40
    target 81
    LinkLabel "Red"
  ]
  edge [
    source 40
    target 71
    LinkLabel "Pink"
  ]
  edge [
    source 41
    target 68
    LinkLabel "Pink"
  ]
  edge [
    source 41
    target 62
    LinkLabel "Dark Green"
  ]
  edge [
    source 41
    target 62
    LinkLabel "Dark Green"
  ]
  edge [
    source 41
    target 71
    LinkLabel "Orange"
  ]
  edge [
    source 42
    target 43
    LinkLabel "Red"
  ]
  edge [
    source 42
    target 68
    LinkLabel "Pink"
  ]
  edge [
    source 42
    target 109
    LinkLabel "Pink"
  ]
  edge [
    source 42
    target 79
    LinkLabel "Red"
  ]
  edge [
    source 43
    target 69
    LinkLabel "Pink"
  ]
  edge [
    source 43
    target 78
    LinkLabel "Red"
  ]
  edge [
    source 43
    target 79
    LinkLabel "Red"
  ]
  edge [
    source 43
    target 81
    LinkLabel "Red"
  ]
  edge [
    source 44
    target 60
    LinkLabel "Light Blue"
  ]
  edge [
    source 44
    target 53
    LinkLabel "Light Blue"
  ]
  edge [
    source 45
    target 64
    LinkLabel "Light Green"
  ]
  edge [
    source 45
    target 74
    LinkLabel "Light Green"
  ]
  edge [
    source 45
    target 67
    LinkLabel "Light Green"
  ]
  edge [
    source 46
    target 47
    LinkLabel "Dark Green"
  ]
  edge [
    source 47
    target 73
    LinkLabel "Light Blue"
  ]
  edge [
    source 48
    target 49
    LinkLabel "Orange"
  ]
  edge [
    source 49
    target 70
    LinkLabel "Orange"
  ]
  edge [
    source 50
    target 57
    LinkLabel "Pink"
  ]
  edge [
    source 50
    target 51
    LinkLabel "Light Green"
  ]
  edge [
    source 50
    target 93
    LinkLabel "Pink"
  ]
  edge [
    source 50
    target 95
    LinkLabel "Light Green"
  ]
  edge [
    source 51
    target 88
    LinkLabel "Light Green"
  ]
  edge [
    source 51
    target 89
    LinkLabel "Pink"
  ]
  edge [
    source 51
    target 93
    LinkLabel "Pink"
  ]
  edge [
    source 53
    target 59
    LinkLabel "Light Blue"
  ]
  edge [
    source 54
    target 55
    LinkLabel "Orange"
  ]
  edge [
    source 54
    target 55
    LinkLabel "Dark Blue"
  ]
  edge [
    source 55
    target 92
    LinkLabel "Dark Blue"
  ]
  edge [
    source 56
    target 57
    LinkLabel "Pink"
  ]
  edge [
    source 56
    target 57
    LinkLabel "Dark Blue"
  ]
  edge [
    source 56
    target 77
    LinkLabel "Dark Blue"
  ]
  edge [
    source 57
    target 96
    LinkLabel "Pink Off-net location"
  ]
  edge [
    source 57
    target 92
    LinkLabel "Dark Blue"
  ]
  edge [
    source 57
    target 97
    LinkLabel "Pink Off-net location"
  ]
  edge [
    source 58
    target 107
    LinkLabel "Red"
  ]
  edge [
    source 59
    target 60
    LinkLabel "Light Blue"
  ]
  edge [
    source 63
    target 98
    LinkLabel "Orange Off-net location"
  ]
  edge [
    source 63
    target 84
    LinkLabel "Orange"
  ]
  edge [
    source 63
    target 70
    LinkLabel "Orange"
  ]
  edge [
    source 63
    target 71
    LinkLabel "Orange"
  ]
  edge [
    source 65
    target 67
    LinkLabel "Light Green"
  ]
  edge [
    source 66
    target 109
    LinkLabel "Pink"
  ]
  edge [
    source 69
    target 109
    LinkLabel "Pink"
  ]
  edge [
    source 73
    target 73
    LinkLabel "Light Green"
  ]
  edge [
    source 76
    target 88
    LinkLabel "Light Green"
  ]
  edge [
    source 76
    target 87
    LinkLabel "Light Green"
  ]
  edge [
    source 78
    target 80
    LinkLabel "Red"
  ]
  edge [
    source 82
    target 83
    LinkLabel "Purple"
  ]
  edge [
    source 84
    target 101
    LinkLabel "Orange"
  ]
  edge [
    source 85
    target 90
    LinkLabel "Orange"
  ]
  edge [
    source 86
    target 94
    LinkLabel "Light Green"
  ]
  edge [
    source 86
    target 95
    LinkLabel "Light Green"
  ]
  edge [
    source 87
    target 94
    LinkLabel "Light Green"
  ]
  edge [
    source 90
    target 91
    LinkLabel "Orange"
  ]
  edge [
    source 91
    target 101
    LinkLabel "Orange"
  ]
  edge [
    source 94
    target 108
    LinkLabel "Light Green"
  ]
  edge [
    source 102
    target 103
    LinkLabel "Dark Green"
  ]
  edge [
    source 105
    target 106
    LinkLabel "Red"
  ]
  edge [
    source 106
    target 107
    LinkLabel "Red"
  ]
]
